/* What every library shares: statuses and error texts, faults, the allocator, the number of
 * threads.
 *
 * What can go wrong with data (a size, a file, memory, a text) is a bml_status; on error outputs
 * stay as they were. What is a bug of the caller (two run-time sizes of one dimension that differ)
 * is a fault: the fault handler.
 *
 * Example (compiled and run as tests/examples/status.c):
 *
 *   bml_safetensors *file = NULL;
 *   if (bml_safetensors_open(&file, "weights.safetensors") != BML_OK)
 *       fprintf(stderr, "%s\n", bml_error_text());
 */
#ifndef BENDML_STATUS_H
#define BENDML_STATUS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BML_VERSION "0.1.0"

#define BML_MUST_USE __attribute__((warn_unused_result))

typedef enum bml_status {
    BML_OK = 0,
    BML_ERROR_MEMORY, /* the allocator returned NULL */
    BML_ERROR_IO, /* a file could not be opened, read, written or renamed: the system's own reason
                     is in the text */
    BML_ERROR_FORMAT,      /* a file is not what its format says */
    BML_ERROR_SIZE,        /* a size is over the limit, or is not the one that was asked for */
    BML_ERROR_RANGE,       /* an index or a label is out of range */
    BML_ERROR_NOT_FOUND,   /* a name is not there */
    BML_ERROR_UNSUPPORTED, /* well-formed, but nothing this library handles */
} bml_status;

/* "ok", "out of memory", ...: never NULL. Safe from any thread. */
const char *bml_status_name(bml_status status);

/* What was found, where, and what was expected, for the newest error of this thread; "" before the
 * first. Owned by the library, valid until this thread's next error. */
const char *bml_error_text(void);

/* Called when a contract is broken that types could not see; `operation` is the function, `text`
 * names what it found. If it returns, the operation does nothing: outputs stay as they were. It may
 * longjmp; a bml function that runs on several threads checks before it starts them. */
typedef void (*bml_fault_handler)(void *context, const char *operation, const char *text);

/* Replaces the handler, NULL brings back the default, which prints both arguments on stderr and
 * aborts. Set it before other threads use the library. */
void bml_set_fault_handler(bml_fault_handler handler, void *context);

/* Every allocation of the libraries. `allocate` returns `size` bytes (never 0) aligned to
 * `alignment`, a power of two and at most 64, or NULL; `release` takes back what it gave, never
 * NULL. Both may be called from several threads. */
typedef struct bml_allocator {
    void *(*allocate)(void *context, size_t size, size_t alignment);
    void (*release)(void *context, void *pointer);
    void *context;
} bml_allocator;

/* Replaces the allocator (copied), NULL brings back the default, aligned_alloc and free.
 * Set it while nothing is allocated and before other threads use the library. */
void bml_set_allocator(const bml_allocator *allocator);

/* How many threads an operation uses at most. At first BENDML_NUM_THREADS if that is a number >= 1,
 * otherwise what OpenMP would use; 4096 at most. 0 brings that back. In a forked child of a process
 * that has used threads it is 1 in effect. Threads wait for each other as OpenMP has them wait, by
 * default busily for a moment: where other programs want the same processors,
 * OMP_WAIT_POLICY=passive in the environment keeps them from each other's way. Where the system
 * refuses a thread, OpenMP's runtime ends the process. */
void bml_set_threads(size_t threads);
size_t bml_threads(void);

#ifdef __cplusplus
}
#endif
#endif
