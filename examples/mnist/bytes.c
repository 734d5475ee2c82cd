#include "bytes.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>

#include "program.h"

static bool fail_errno(const byte_source *source) {
    return fail("%s: %s", source->path, strerror(errno));
}

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

static bool looks_like_html(const unsigned char *bytes, size_t count) {
    size_t i = 0;
    while (i < count && isspace(bytes[i]))
        i++;
    return i + 1 < count && bytes[i] == '<' && (bytes[i + 1] == '!' || isalpha(bytes[i + 1]));
}

/* Decides by the first bytes. */
static bool choose_format(byte_source *source) {
    size_t count = fread(source->input, 1, 64, source->file);
    if (ferror(source->file))
        return fail_errno(source);
    if (count == 0)
        return fail("%s: found an empty file", source->path);
    source->gzip = count >= 2 && source->input[0] == 0x1f && source->input[1] == 0x8b;
    if (looks_like_html(source->input, count))
        return fail("%s: at byte 0: found an HTML page, expected an IDX file", source->path);
    if (!source->gzip && has_ending(source->path, ".gz"))
        return fail("%s: at byte 0: found %02x %02x, expected 1f 8b, the start of gzip",
                    source->path, source->input[0], count > 1 ? source->input[1] : 0);
    rewind(source->file);
    if (source->gzip && inflateInit2(&source->inflater, 15 + 16) != Z_OK)
        return fail("%s: no memory to decompress", source->path);
    return true;
}

bool source_open(byte_source *source, const char *path) {
    struct stat info;
    *source = (byte_source){.path = path};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not block */
    source->file = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (!source->file || fstat(fileno(source->file), &info) != 0) {
        fail_errno(source);
    } else if (!S_ISREG(info.st_mode)) {
        fail("%s: found no regular file", path);
    } else {
        source->size = (uint64_t)info.st_size;
        if (choose_format(source))
            return true;
    }
    if (source->file)
        fclose(source->file);
    return false;
}

void source_close(byte_source *source) {
    if (source->gzip)
        inflateEnd(&source->inflater);
    fclose(source->file);
}

static bool fill_input(byte_source *source) {
    source->inflater.next_in = source->input;
    source->inflater.avail_in = (uInt)fread(source->input, 1, sizeof source->input, source->file);
    if (source->inflater.avail_in > 0)
        return true;
    if (ferror(source->file))
        return fail_errno(source);
    return fail("%s: at byte %ju of %ju: found the end of the file, expected more of the gzip data",
                source->path, (uintmax_t)source->size, (uintmax_t)source->size);
}

/* Up to `size` bytes, decompressed, into *done; fewer only at the end of the gzip data. */
static bool inflate_some(byte_source *source, unsigned char *bytes, size_t size, size_t *done) {
    *done = 0;
    while (*done < size && !source->ended) {
        z_stream *z = &source->inflater;
        uInt room = size - *done > 1u << 30 ? 1u << 30 : (uInt)(size - *done);
        if (z->avail_in == 0 && !fill_input(source))
            return false;
        z->next_out = bytes + *done;
        z->avail_out = room;
        int result = inflate(z, Z_NO_FLUSH);
        *done += room - z->avail_out;
        source->ended = result == Z_STREAM_END;
        if (result == Z_MEM_ERROR)
            return fail("%s: no memory to decompress", source->path);
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            return fail("%s: at byte %jd: gzip data is damaged: %s", source->path,
                        (intmax_t)ftello(source->file) - (intmax_t)z->avail_in,
                        z->msg ? z->msg : zError(result));
    }
    return true;
}

bool source_read(byte_source *source, void *bytes, size_t size, const char *what) {
    size_t done = 0;
    if (source->gzip) {
        if (!inflate_some(source, bytes, size, &done))
            return false;
    } else {
        done = fread(bytes, 1, size, source->file);
        if (ferror(source->file))
            return fail_errno(source);
    }
    if (done < size)
        return fail("%s: found the end at byte %ju%s, expected %zu more for %s", source->path,
                    (uintmax_t)(source->offset + done),
                    source->gzip ? " of the decompressed data" : "", size - done, what);
    source->offset += size;
    return true;
}

bool source_end(byte_source *source) {
    unsigned char extra;
    size_t done = 0;
    if (!source->gzip) {
        if (source->offset == source->size)
            return true;
        return fail("%s: at byte %ju: found %ju more bytes, expected the end", source->path,
                    (uintmax_t)source->offset, (uintmax_t)(source->size - source->offset));
    }
    if (!inflate_some(source, &extra, 1, &done))
        return false;
    if (done > 0)
        return fail("%s: at byte %ju of the decompressed data: found more, expected the end",
                    source->path, (uintmax_t)source->offset);
    uint64_t here = (uint64_t)ftello(source->file) - source->inflater.avail_in;
    if (here != source->size)
        return fail(
            "%s: at byte %ju: found %ju bytes after the gzip data, expected none (two files "
            "in one?)",
            source->path, (uintmax_t)here, (uintmax_t)(source->size - here));
    return true;
}
