#include "base_internal.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef _OPENMP
#include <omp.h>
#endif

enum { MOST_THREADS = 4096 };

static atomic_size_t thread_limit; /* 0: not chosen yet */

static size_t default_threads(void) {
    const char *text = getenv("BENDML_NUM_THREADS");
    if (text && *text >= '0' && *text <= '9') {
        char *end;
        unsigned long value = strtoul(text, &end, 10);
        if (*end == '\0' && value >= 1)
            return value < MOST_THREADS ? value : MOST_THREADS;
    }
#ifdef _OPENMP
    return (size_t)omp_get_max_threads();
#else
    return 1;
#endif
}

void bml_set_threads(size_t threads) {
    if (threads == 0)
        threads = default_threads();
    atomic_store(&thread_limit, threads < MOST_THREADS ? threads : MOST_THREADS);
}

size_t bml_threads(void) {
    size_t threads = atomic_load(&thread_limit);
    if (threads)
        return threads;
    size_t unset = 0; /* a bml_set_threads from another thread wins */
    threads = default_threads();
    return atomic_compare_exchange_strong(&thread_limit, &unset, threads) ? threads : unset;
}

#ifdef _OPENMP
static atomic_bool forked;

/* GNU's OpenMP hangs in a child whose parent had threads: the team is gone, its lock is not. */
static void child_of_fork(void) {
    atomic_store(&forked, true);
}

static pthread_once_t watch_once = PTHREAD_ONCE_INIT;

static void watch_forks(void) {
    pthread_atfork(NULL, NULL, child_of_fork);
}

static void run_bands(size_t items, size_t quantum, size_t bands, bml_task_ task, void *context) {
    size_t blocks = (items + quantum - 1) / quantum, length = blocks / bands,
           longer = blocks % bands;
    pthread_once(&watch_once, watch_forks);
#pragma omp parallel for num_threads((int)bands) schedule(static, 1)
    for (size_t i = 0; i < bands; i++) {
        size_t first = i * length + (i < longer ? i : longer), last = first + length + (i < longer);
        task(context, first * quantum, last * quantum < items ? last * quantum : items);
    }
}

static size_t threads_here(void) {
    if (atomic_load_explicit(&forked, memory_order_relaxed) || omp_in_parallel())
        return 1;
    size_t threads = bml_threads(), most = (size_t)omp_get_thread_limit();
    return threads < most ? threads : most;
}
#else
static void run_bands(size_t items, size_t quantum, size_t bands, bml_task_ task, void *context) {
    (void)quantum, (void)bands;
    task(context, 0, items);
}

static size_t threads_here(void) {
    return 1;
}
#endif

void bml_parallel_(size_t items, size_t quantum, size_t at_least, bml_task_ task, void *context) {
    if (items == 0)
        return;
    size_t bands = items / (at_least > quantum ? at_least : quantum), threads = threads_here();
    if (bands > threads)
        bands = threads;
    if (bands <= 1)
        task(context, 0, items);
    else
        run_bands(items, quantum, bands, task, context);
}
