#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "program.h"

enum { BLOCK = 1 << 20, MOST_AT_ONCE = 1 << 30 };

static char stdin_name[] = "-";
static char *stdin_alone[] = {stdin_name};

static const char *shown(const char *path) {
    return strcmp(path, stdin_name) == 0 ? "stdin" : path;
}

void input_begin(input *in, char **files, size_t file_count) {
    *in = (input){.files = file_count ? files : stdin_alone,
                  .file_count = file_count ? file_count : 1,
                  .descriptor = -1};
}

static void close_file(input *in) {
    if (in->descriptor > STDIN_FILENO)
        close(in->descriptor);
    in->descriptor = -1;
}

void input_close(input *in) {
    close_file(in);
    free(in->data);
    in->data = NULL;
}

static bool reserve(input *in, size_t more) {
    if (in->room - in->size >= more)
        return true;
    size_t room = in->room + in->room / 2;
    if (room < in->size + more)
        room = in->size + more;
    unsigned char *larger = more <= PTRDIFF_MAX - in->size ? realloc(in->data, room) : NULL;
    if (!larger)
        return fail("%s: no memory for %zu bytes", in->path, room);
    in->data = larger;
    in->room = room;
    return true;
}

static bool open_next(input *in) {
    const char *path = in->files[in->next++];
    in->path = shown(path);
    in->descriptor = in->path != path ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return in->descriptor >= 0 || fail("%s: %s", in->path, strerror(errno));
}

bool input_more(input *in) {
    if (in->end || (in->descriptor < 0 && !open_next(in)) || !reserve(in, BLOCK))
        return in->end;
    size_t room = in->room - in->size;
    ssize_t count;
    do
        count =
            read(in->descriptor, in->data + in->size, room < MOST_AT_ONCE ? room : MOST_AT_ONCE);
    while (count < 0 && errno == EINTR && !stop_signal());
    if (count < 0)
        return fail("%s: %s", in->path, strerror(errno));
    in->size += (size_t)count;
    if (count == 0) {
        close_file(in);
        in->end = in->next == in->file_count;
    }
    return true;
}

bool input_ready(const input *in) {
    struct pollfd wanted = {.fd = in->descriptor, .events = POLLIN};
    return in->descriptor < 0 || poll(&wanted, 1, 0) != 0;
}

/* Room for all of a regular file, and for the read that finds its end. */
static bool reserve_file(input *in) {
    struct stat info;
    if (in->descriptor < 0 || fstat(in->descriptor, &info) != 0 || !S_ISREG(info.st_mode))
        return true;
    off_t at = lseek(in->descriptor, 0, SEEK_CUR);
    return at < 0 || info.st_size <= at || reserve(in, (size_t)(info.st_size - at) + BLOCK);
}

bool input_all(input *in) {
    while (!in->end) {
        if (in->descriptor < 0 && (!open_next(in) || !reserve_file(in)))
            return false;
        if (!input_more(in))
            return false;
    }
    return true;
}

void input_drop(input *in, size_t count) {
    in->size -= count;
    if (count && in->size)
        memmove(in->data, in->data + count, in->size);
}

const char *input_name(const input *in) {
    return in->file_count == 1 ? shown(in->files[0]) : "the files";
}
