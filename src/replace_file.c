#define _XOPEN_SOURCE 700 /* for realpath */

#include "base_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bml_status fail_errno(const char *path, const char *doing) {
    return bml_fail_(BML_ERROR_IO, "%s: %s: %s", path, doing, strerror(errno));
}

/* What will be replaced: the file that a link at `path` leads to, not the link. *mode is 0 if there
 * is none yet. */
static bml_status find_target(char target[PATH_MAX], mode_t *mode, const char *path) {
    struct stat info;
    *mode = 0;
    if (strlen(path) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return fail_errno(path, "resolving the path");
    }
    strcpy(target, path);
    if (lstat(path, &info) != 0)
        return errno == ENOENT ? BML_OK : fail_errno(path, "looking at the old file");
    if (S_ISLNK(info.st_mode) && (!realpath(path, target) || stat(target, &info) != 0))
        return fail_errno(path, "following the symbolic link");
    if (!S_ISREG(info.st_mode))
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "%s: found a %s, expected a regular file or a new name", path,
                         S_ISDIR(info.st_mode) ? "directory" : "special file");
    if (access(target, W_OK) != 0) /* a rename would not ask */
        return fail_errno(path, "writing the old file");
    *mode = info.st_mode & 0777;
    return BML_OK;
}

/* Room for the target's name and for that of a temporary file in its folder. */
static bml_status copy_names(bml_replacement_ *file, const char *target) {
    enum { TEMPORARY_NAME = 80 };
    const char *slash = strrchr(target, '/');
    size_t size = strlen(target) + 1, folder = slash ? (size_t)(slash - target) + 1 : 0;
    void *block;
    bml_status status = bml_allocate_(&block, size + folder + TEMPORARY_NAME, 1, file->path);
    if (status)
        return status;
    file->target = block;
    memcpy(file->target, target, size);
    file->temporary = file->target + size;
    memcpy(file->temporary, target, folder);
    file->temporary[folder] = '\0';
    return BML_OK;
}

/* A name that no other process or thread uses: the loop is for what an earlier one left behind.
 * Made by open, not by mkstemp, so that the umask is applied to 0666, as fopen does. */
static int create_temporary(bml_replacement_ *file) {
    static atomic_uint counter;
    char *name = file->temporary + strlen(file->temporary);
    for (int i = 0; i < 100; i++) {
        struct timespec now = {0, 0};
        clock_gettime(CLOCK_REALTIME, &now);
        sprintf(name, ".bendml-%jd-%u-%09ld.tmp", (intmax_t)getpid(), atomic_fetch_add(&counter, 1),
                now.tv_nsec);
        int descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/* The folder is opened first, since nothing may fail that can be known before the rename. One that
 * may be written but not read cannot be synchronized. */
static bml_status open_files(bml_replacement_ *file, mode_t mode) {
    const char *folder = file->temporary[0] ? file->temporary : ".";
    file->directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file->directory < 0 && errno != EACCES)
        return fail_errno(file->path, "opening its folder");
    file->descriptor = create_temporary(file);
    if (file->descriptor < 0)
        return fail_errno(file->path, "creating a temporary file in its folder");
    if (mode && fchmod(file->descriptor, mode) != 0)
        return fail_errno(file->path, "giving a temporary file the old one's mode");
    return BML_OK;
}

static void release(bml_replacement_ *file) {
    if (file->descriptor >= 0) {
        close(file->descriptor);
        unlink(file->temporary);
    }
    if (file->directory >= 0)
        close(file->directory);
    bml_release_(file->target);
}

bml_status bml_replace_begin_(bml_replacement_ *file, const char *path) {
    char target[PATH_MAX];
    mode_t mode;
    file->path = path;
    file->target = file->temporary = NULL;
    file->descriptor = file->directory = -1;
    file->used = 0;
    bml_status status = find_target(target, &mode, path);
    if (!status)
        status = copy_names(file, target);
    if (!status)
        status = open_files(file, mode);
    if (status)
        release(file);
    return status;
}

static bml_status flush(bml_replacement_ *file) {
    size_t done = 0;
    while (done < file->used) {
        ssize_t written = write(file->descriptor, file->buffer + done, file->used - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written == 0)
            errno = ENOSPC; /* no progress, no reason given */
        if (written <= 0)
            return fail_errno(file->path, "writing");
        done += (size_t)written;
    }
    file->used = 0;
    return BML_OK;
}

bml_status bml_replace_write_(bml_replacement_ *file, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    while (size) {
        size_t room = sizeof file->buffer - file->used, part = size < room ? size : room;
        memcpy(file->buffer + file->used, from, part);
        file->used += part;
        from += part;
        size -= part;
        bml_status status = file->used == sizeof file->buffer ? flush(file) : BML_OK;
        if (status)
            return status;
    }
    return BML_OK;
}

static int synchronize(int descriptor) {
    int result;
    do
        result = fsync(descriptor);
    while (result != 0 && errno == EINTR);
    return result;
}

static bml_status commit(bml_replacement_ *file) {
    bml_status status = flush(file);
    if (status)
        return status;
    if (synchronize(file->descriptor) != 0)
        return fail_errno(file->path, "writing to the disk");
    if (rename(file->temporary, file->target) != 0)
        return fail_errno(file->path, "renaming the temporary file");
    close(file->descriptor); /* after fsync it has nothing left to report */
    file->descriptor = -1;   /* and there is no temporary file to remove */
    if (file->directory >= 0 && synchronize(file->directory) != 0 && errno != EINVAL)
        return fail_errno(file->path, "complete, but writing its folder to the disk");
    return BML_OK;
}

bml_status bml_replace_end_(bml_replacement_ *file, bml_status status) {
    if (!status)
        status = commit(file);
    release(file);
    return status;
}
