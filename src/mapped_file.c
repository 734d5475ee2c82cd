#include "base_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bml_status map_descriptor(bml_mapped_file *out, int descriptor, const char *path) {
    struct stat info;
    if (fstat(descriptor, &info) != 0)
        return bml_fail_(BML_ERROR_IO, "%s: %s", path, strerror(errno));
    if (!S_ISREG(info.st_mode))
        return bml_fail_(BML_ERROR_IO, "%s: found a %s, expected a regular file", path,
                         S_ISDIR(info.st_mode) ? "directory" : "special file");
    if (info.st_size == 0) {
        *out = (bml_mapped_file){NULL, 0};
        return BML_OK;
    }
    if ((uintmax_t)info.st_size > PTRDIFF_MAX)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %jd bytes, over what can be addressed", path,
                         (intmax_t)info.st_size);
    void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (data == MAP_FAILED)
        return bml_fail_(errno == ENOMEM ? BML_ERROR_MEMORY : BML_ERROR_IO,
                         "%s: mapping %jd bytes: %s", path, (intmax_t)info.st_size,
                         strerror(errno));
    *out = (bml_mapped_file){data, (size_t)info.st_size};
    return BML_OK;
}

bml_status bml_map_file_(bml_mapped_file *out, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not block */
    if (descriptor < 0)
        return bml_fail_(BML_ERROR_IO, "%s: %s", path, strerror(errno));
    bml_status status = map_descriptor(out, descriptor, path);
    close(descriptor);
    return status;
}

void bml_unmap_file_(bml_mapped_file *file) {
    if (file->data)
        munmap((void *)(uintptr_t)file->data, file->size);
    *file = (bml_mapped_file){NULL, 0};
}
