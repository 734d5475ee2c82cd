/* What the libraries share and users do not see. */
#ifndef BML_BASE_INTERNAL_H
#define BML_BASE_INTERNAL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bendml/status.h>

#define BML_PRINTF_(text, first) __attribute__((format(printf, text, first)))

/* Sets this thread's error text and returns `status`, so that a function can end with `return
 * bml_fail_(...)`. */
bml_status bml_fail_(bml_status status, const char *format, ...) BML_PRINTF_(2, 3);

/* Reports a broken contract to the fault handler. Always returns false, if it returns. */
bool bml_fault_(const char *operation, const char *format, ...) BML_PRINTF_(2, 3);

/* count * size bytes from the allocator, aligned to 64, not cleared; *out is written only on
 * success. Of nothing one byte is allocated, so that success always gives something to release.
 * BML_ERROR_MEMORY, BML_ERROR_SIZE where count * size is over PTRDIFF_MAX. */
BML_MUST_USE bml_status bml_allocate_(void **out, size_t count, size_t size, const char *what);
void bml_release_(void *pointer); /* NULL is fine */

/* Runs task(context, first, last) over bands that cover 0..items in order, at most one for each of
 * bml_threads() threads. Bands start at multiples of `quantum` and have `at_least` items or more
 * (there is one band at least, unless items is 0). Inside another parallel region, or in the child
 * of a fork, there is one. */
typedef void (*bml_task_)(void *context, size_t first, size_t last);
void bml_parallel_(size_t items, size_t quantum, size_t at_least, bml_task_ task, void *context);

/* A whole file, mapped for reading; data is NULL if it is empty. `size` is what it was when opened:
 * a file cut short by another process while it is mapped raises SIGBUS, as with any mapped file. */
typedef struct bml_mapped_file {
    const unsigned char *data;
    size_t size;
} bml_mapped_file;

BML_MUST_USE bml_status bml_map_file_(bml_mapped_file *out, const char *path);
void bml_unmap_file_(bml_mapped_file *file);

/* ---- replace_file.c: a file that takes the place of another when it is complete ---- */

typedef struct bml_replacement_ {
    const char *path;         /* as the caller knows it, for error texts */
    char *target, *temporary; /* one block, released by target */
    int descriptor, directory;
    size_t used;
    unsigned char buffer[16384];
} bml_replacement_;

BML_MUST_USE bml_status bml_replace_begin_(bml_replacement_ *file, const char *path);
BML_MUST_USE bml_status bml_replace_write_(bml_replacement_ *file, const void *bytes, size_t size);
/* Ends what begin began: the new file takes its name if `status` is BML_OK, which it returns, and
 * otherwise leaves no trace. */
BML_MUST_USE bml_status bml_replace_end_(bml_replacement_ *file, bml_status status);

/* What kernels may be used, from cpuid and the state that the system saves.
 * BENDML_ISA=generic|avx2|avx512 lowers it. */
typedef enum bml_isa { BML_ISA_GENERIC, BML_ISA_AVX2, BML_ISA_AVX512, BML_ISA_COUNT } bml_isa;

bml_isa bml_isa_best_(void);    /* of this machine */
bml_isa bml_isa_allowed_(void); /* of this machine and BENDML_ISA */
const char *bml_isa_name_(bml_isa isa);

#endif
