#include "data.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bytes.h"
#include "program.h"

enum { MOST_IMAGES = 10000000, CHUNK = 1 << 22 };

static uint32_t big_endian(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* The magic number and, for images, their sides. */
static bool read_header(byte_source *source, bool images, size_t *count) {
    unsigned char header[16];
    size_t size = images ? 16 : 8;
    uint32_t magic = images ? 0x803 : 0x801;
    if (!source_read(source, header, size,
                     images ? "the header of IDX images" : "the header of IDX labels"))
        return false;
    if (big_endian(header) != magic)
        return fail("%s: at byte 0: found magic number 0x%08x, expected 0x%08x for %s",
                    source->path, (unsigned)big_endian(header), (unsigned)magic,
                    images ? "images (u8, 3 dimensions)" : "labels (u8, 1 dimension)");
    *count = big_endian(header + 4);
    if (*count > MOST_IMAGES)
        return fail("%s: at byte 4: found a count of %zu, expected at most %d", source->path,
                    *count, MOST_IMAGES);
    if (images && (big_endian(header + 8) != SIDE || big_endian(header + 12) != SIDE))
        return fail("%s: at byte 8: found images of %u x %u, expected %d x %d", source->path,
                    (unsigned)big_endian(header + 8), (unsigned)big_endian(header + 12), SIDE,
                    SIDE);
    return true;
}

/* `size` bytes in memory that grows only as they come: a header is not believed. */
static uint8_t *read_body(byte_source *source, size_t size, const char *what) {
    size_t room = 0, done = 0;
    uint8_t *bytes = NULL;
    if (!source->gzip && source->size - source->offset != size) {
        fail("%s: at byte %ju: found %ju bytes after the header, expected %zu for %s", source->path,
             (uintmax_t)source->offset, (uintmax_t)(source->size - source->offset), size, what);
        return NULL;
    }
    do {
        room = size - done > done + CHUNK ? 2 * done + CHUNK : size;
        uint8_t *larger = realloc(bytes, room ? room : 1);
        if (!larger)
            fail("%s: no memory for %zu bytes", source->path, room);
        bytes = larger ? larger : bytes;
        if (!larger || !source_read(source, bytes + done, room - done, what)) {
            free(bytes);
            return NULL;
        }
        done = room;
    } while (done < size);
    return bytes;
}

/* The body of an IDX file of images or labels, or NULL. */
static uint8_t *read_idx(const char *path, bool images, size_t *count) {
    byte_source source;
    uint8_t *bytes = NULL;
    if (!source_open(&source, path))
        return NULL;
    if (read_header(&source, images, count))
        bytes = read_body(&source, images ? *count * PIXELS : *count,
                          images ? "its images" : "its labels");
    if (bytes && !source_end(&source)) {
        free(bytes);
        bytes = NULL;
    }
    source_close(&source);
    return bytes;
}

/* The first of the names that such a file goes by. */
static bool find_file(char path[PATH_MAX], const char *folder, const char *name, bool images) {
    static const char *const forms[] = {"%s/%s-%s-idx%d-ubyte", "%s/%s-%s-idx%d-ubyte.gz",
                                        "%s/%s-%s.idx%d-ubyte", "%s/%s-%s.idx%d-ubyte.gz"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        int length = snprintf(path, PATH_MAX, forms[i], folder, name, images ? "images" : "labels",
                              images ? 3 : 1);
        if (length > 0 && length < PATH_MAX && access(path, F_OK) == 0)
            return true;
    }
    return fail("%s: found no %s-%s-idx%d-ubyte, neither plain nor .gz", folder, name,
                images ? "images" : "labels", images ? 3 : 1);
}

static const char *small_part(void) {
    const char *chosen = getenv("BENDML_DATA");
    if (chosen && *chosen)
        return chosen;
    return access(MNIST_INSTALLED_DATA, F_OK) == 0 ? MNIST_INSTALLED_DATA : MNIST_SOURCE_DATA;
}

static bool read_labels(data_set *set, const char *path, const char *images_path) {
    size_t count;
    uint8_t *bytes = read_idx(path, false, &count);
    bool right = bytes != NULL;
    if (right && count != set->count)
        right = fail("%s: found %zu labels, expected %zu, one for each of %s", path, count,
                     set->count, images_path);
    for (size_t i = 0; right && i < count; i++)
        if (bytes[i] >= CLASSES)
            right = fail("%s: at byte %zu: found label %d of image %zu, expected one of 0 to 9",
                         path, i + 8, bytes[i], i);
    set->labels = right ? malloc(sizeof *set->labels * (count ? count : 1)) : NULL;
    if (right && !set->labels)
        right = fail("%s: no memory for %zu labels", path, count);
    for (size_t i = 0; right && i < count; i++)
        set->labels[i] = bytes[i];
    free(bytes);
    return right;
}

bool data_read(data_set *set, const char *folder, const char *name) {
    char images_path[PATH_MAX], labels_path[PATH_MAX];
    *set = (data_set){0};
    folder = folder ? folder : small_part();
    if (!find_file(images_path, folder, name, true) || !find_file(labels_path, folder, name, false))
        return false;
    set->images = read_idx(images_path, true, &set->count);
    if (set->images && set->count == 0)
        fail("%s: found no images", images_path);
    else if (set->images && read_labels(set, labels_path, images_path))
        return true;
    data_free(set);
    return false;
}

void data_free(data_set *set) {
    free(set->images);
    free(set->labels);
    *set = (data_set){0};
}

/* The images that `order` names, one after another in a buffer of the batch's own size. */
static bml_status shuffled_batch(batch_state *state, const data_set *set, const uint32_t *order) {
    for (size_t i = 0; i < state->rows.value; i++) {
        bml_mat_band(batch, pixels) row;
        bml_band(&row, &state->x, i, state->rows.value);
        bml_status status =
            bml_from_bytes(&row, set->images + (size_t)order[i] * PIXELS, PIXELS, 255);
        if (status)
            return status;
        state->labels.raw.data[i] = set->labels[order[i]];
    }
    return BML_OK;
}

bml_status data_batch(batch_state *state, const data_set *set, const uint32_t *order,
                      size_t first) {
    size_t rows = state->rows.value;
    if (order)
        return shuffled_batch(state, set, order + first);
    bml_status status = bml_ids_from_list(&state->labels, set->labels + first, rows, CLASSES);
    if (!status)
        status = bml_from_bytes(&state->x, set->images + first * PIXELS, rows * PIXELS, 255);
    return status;
}
