/* The machine's own limits: bendml-machine [THREADS] prints, as JSON, the multiply-adds and the
 * memory reads it reaches, best of several rounds. What a benchmark reaches is a share of these. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base_internal.h"

enum { ROUNDS = 9, STEPS = 1000000, MOST_THREADS = 256 };
static const size_t read_bytes = (size_t)256 << 20; /* for each thread, far over the caches */

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Twelve independent chains: enough for two units of latency 4 to 5. Returns the operations done.
 */
#define TWELVE(f) f(0) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11)
#define START(i) vector x##i = one * (float)i;
#define STEP(i) x##i = FMA(x##i, a, b);
#define KEEP(i) total += x##i;
#define PEAK(name, lanes, attribute) \
    attribute static double name(void) { \
        typedef float vector __attribute__((vector_size(lanes * 4))); \
        const vector one = (vector){0} + 1.0f, a = one * 0.999f, b = one * 0.001f; \
        vector total = one; \
        TWELVE(START) \
        for (int step = 0; step < STEPS; step++) { \
            TWELVE(STEP) \
        } \
        TWELVE(KEEP) \
        return total[0] < 0 ? 0 : 2.0 * lanes * 12 * STEPS; \
    }

#define FMA(x, y, z) ((x) * (y) + (z))
PEAK(peak_generic, 4, )
#undef FMA

#if defined(__x86_64__)
#include <immintrin.h>
#define FMA(x, y, z) ((vector)_mm256_fmadd_ps((__m256)(x), (__m256)(y), (__m256)(z)))
PEAK(peak_avx2, 8, __attribute__((target("avx2,fma"))))
#undef FMA
#define FMA(x, y, z) ((vector)_mm512_fmadd_ps((__m512)(x), (__m512)(y), (__m512)(z)))
PEAK(peak_avx512, 16, __attribute__((target("avx512f"))))
#undef FMA
#endif

static double peak(void) {
#if defined(__x86_64__)
    if (bml_isa_best_() == BML_ISA_AVX512)
        return peak_avx512();
    if (bml_isa_best_() == BML_ISA_AVX2)
        return peak_avx2();
#endif
    return peak_generic();
}

static double read_memory(const uint64_t *data) {
    uint64_t sums[8] = {0};
    for (size_t i = 0; i < read_bytes / sizeof *data; i += 8)
        for (size_t j = 0; j < 8; j++)
            sums[j] += data[i + j];
    uint64_t sum = 0;
    for (size_t j = 0; j < 8; j++)
        sum += sums[j];
    return sum == 1 ? 0 : (double)read_bytes;
}

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *barrier;
    const uint64_t *memory; /* NULL: multiply-adds */
    double done[ROUNDS], start[ROUNDS], end[ROUNDS];
} worker;

static void *work(void *argument) {
    worker *w = argument;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_barrier_wait(w->barrier);
        w->start[round] = now();
        w->done[round] = w->memory ? read_memory(w->memory) : peak();
        w->end[round] = now();
    }
    return NULL;
}

/* The best rate of all threads together, a second. */
static double best_rate(worker *workers, unsigned threads) {
    pthread_barrier_t barrier;
    double best = 0;
    pthread_barrier_init(&barrier, NULL, threads);
    for (unsigned i = 0; i < threads; i++) {
        workers[i].barrier = &barrier;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < threads; i++)
        pthread_join(workers[i].thread, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        double done = 0, start = workers[0].start[round], end = 0;
        for (unsigned i = 0; i < threads; i++) {
            const worker *w = &workers[i];
            done += w->done[round];
            start = w->start[round] < start ? w->start[round] : start;
            end = w->end[round] > end ? w->end[round] : end;
        }
        best = done / (end - start) > best ? done / (end - start) : best;
    }
    pthread_barrier_destroy(&barrier);
    return best;
}

int main(int count, char **arguments) {
    static worker workers[MOST_THREADS];
    unsigned threads = count > 1 ? (unsigned)strtoul(arguments[1], NULL, 10) : 1;
    if (threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "usage: bendml-machine [THREADS, 1 to %d]\n", MOST_THREADS);
        return 2;
    }
    double flops = best_rate(workers, threads);
    uint64_t *memory = malloc(read_bytes * threads);
    if (!memory)
        return 1;
    for (size_t i = 0; i < read_bytes * threads / sizeof *memory; i++)
        memory[i] = i;
    for (unsigned i = 0; i < threads; i++)
        workers[i].memory = memory + i * (read_bytes / sizeof *memory);
    double bytes = best_rate(workers, threads);
    free(memory);
    printf("{\"threads\":%u,\"isa\":\"%s\",\"gflops\":%.1f,\"read_gb_per_s\":%.1f}\n", threads,
           bml_isa_name_(bml_isa_best_()), flops / 1e9, bytes / 1e9);
    return 0;
}
