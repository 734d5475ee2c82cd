/* The way to OpenBLAS, and what this build is. */
#include "array_internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernels_internal.h"

#ifdef BML_OPENBLAS
#include <cblas.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SERIAL_BUILD, PTHREAD_BUILD, OPENMP_BUILD }; /* of openblas_get_parallel */

static bool wanted(void) {
    const char *text = getenv("BENDML_BLAS");
    if (openblas_get_parallel() ==
        SERIAL_BUILD) /* gives wrong numbers when several threads call it */
        return false;
    return text && strcmp(text, "on") == 0;
}

bool bml_blas_used_(void) {
    static atomic_int known; /* 0: not yet, 1: no, 2: yes; every thread would find the same */
    int answer = atomic_load_explicit(&known, memory_order_relaxed);
    if (!answer) {
        answer = 1 + wanted();
        atomic_store_explicit(&known, answer, memory_order_relaxed);
    }
    return answer == 2;
}

static pthread_once_t serial_once = PTHREAD_ONCE_INIT;

static void make_serial(void) {
    openblas_set_num_threads(1);
}

/* Of whichever OpenMP is in the process, if any is. */
extern int omp_get_max_threads(void) __attribute__((weak));
extern void omp_set_num_threads(int threads) __attribute__((weak));

/* Our bands are the threads: OpenBLAS is to have none of its own, whichever of its builds this is.
 * The OpenMP build goes at each call by what the calling thread wishes of OpenMP, and sets that
 * too: it is put back afterwards. Returns what the thread wished, 0 if there is no OpenMP. */
static int begin_serial(void) {
    bool openmp = omp_get_max_threads && omp_set_num_threads;
    int wished = openmp ? omp_get_max_threads() : 0;
    pthread_once(&serial_once, make_serial);
    if (openmp && openblas_get_parallel() == OPENMP_BUILD)
        omp_set_num_threads(1);
    return wished;
}

static void end_serial(int wished) {
    if (wished)
        omp_set_num_threads(wished);
}

static bool fits(const bml_array *x) {
    return x->rows <= INT_MAX && x->cols <= INT_MAX && x->stride <= INT_MAX;
}

static CBLAS_TRANSPOSE blas_op(bml_transpose op) {
    return op == BML_TRANSPOSE ? CblasTrans : CblasNoTrans;
}

bool bml_blas_gemm_(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                    bml_transpose op_b, const bml_array *b, float beta) {
    if (!fits(a) || !fits(b) || !fits(c))
        return false;
    size_t depth = op_a == BML_TRANSPOSE ? a->rows : a->cols;
    if (beta == 0) /* not every build leaves C unread */
        bml_array_fill(c, 0);
    int wished = begin_serial();
    cblas_sgemm(CblasRowMajor, blas_op(op_a), blas_op(op_b), (blasint)c->rows, (blasint)c->cols,
                (blasint)depth, alpha, a->data, (blasint)a->stride, b->data, (blasint)b->stride,
                beta, c->data, (blasint)c->stride);
    end_serial(wished);
    return true;
}

void bml_blas_info_(char *text, size_t size) {
    static const char *const builds[] = {"serial, not safe with threads", "pthread", "openmp"};
    int build = openblas_get_parallel();
    const char *config = openblas_get_config(); /* "OpenBLAS 0.3.21 NO_LAPACKE ..." */
    int length = 0, words = 0;
    while (config[length] && (words += config[length] == ' ') < 2)
        length++;
    snprintf(text, size, "%.*s %s (%s)", length, config, openblas_get_corename(),
             build >= SERIAL_BUILD && build <= OPENMP_BUILD ? builds[build] : "unknown build");
}
#else
bool bml_blas_used_(void) {
    return false;
}

bool bml_blas_gemm_(bml_array *c, float alpha, bml_transpose op_a, const bml_array *a,
                    bml_transpose op_b, const bml_array *b, float beta) {
    (void)c, (void)alpha, (void)op_a, (void)a, (void)op_b, (void)b, (void)beta;
    return false;
}

void bml_blas_info_(char *text, size_t size) {
    snprintf(text, size, "none");
}
#endif
