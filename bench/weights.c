/* Products with weights: bendml-bench-weights [THREADS [SECONDS [FORMAT [M]]]] prints JSON, a line
 * for each format, size of GPT-2 and number of rows M: the bytes of weights and the operations a
 * second, best of the rounds that fit in SECONDS. Weights lie in memory, not in caches: as many
 * copies as exceed these are used in turn. The limits are what bendml-machine prints. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bendml/tensor_array.h>

enum { MOST_COPIES = 128 };
static const size_t over_caches = (size_t)192 << 20;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void need(bml_status status) {
    if (status) {
        fprintf(stderr, "%s\n", bml_error_text());
        exit(1);
    }
}

static bml_array random_array(size_t rows, size_t cols) {
    bml_array x;
    need(bml_array_alloc(&x, rows, cols));
    uint32_t state = 1;
    for (size_t i = 0; i < rows * x.stride; i++) {
        state = state * 1664525 + 1013904223;
        x.data[i] = (float)(int32_t)state * 0x1p-31f;
    }
    return x;
}

typedef struct weights {
    bml_weight_array copies[MOST_COPIES];
    size_t count, bytes; /* of one */
} weights;

/* The first is packed, the others are its bytes elsewhere. */
static void fill(weights *w, bml_format format, bml_transpose op, const bml_array *from) {
    size_t bytes;
    need(bml_weight_array_bytes(&bytes, format, op ? from->cols : from->rows,
                                op ? from->rows : from->cols));
    *w = (weights){.count = over_caches / bytes + 1, .bytes = bytes};
    if (w->count > MOST_COPIES)
        w->count = MOST_COPIES;
    for (size_t i = 0; i < w->count; i++) {
        bml_array copy = *from;
        if (format == BML_FORMAT_F32) {
            need(bml_array_clone(&copy, from));
            bml_weight_array_view(&w->copies[i], op, &copy);
            w->copies[i].owned = copy.owned;
        } else if (i == 0) {
            need(bml_weight_array_pack(&w->copies[i], format, op, from));
        } else {
            void *to = aligned_alloc(64, (bytes + 63) / 64 * 64);
            if (!to)
                exit(1);
            memcpy(to, w->copies[0].data, bytes);
            need(bml_weight_array_from_bytes(&w->copies[i], format, w->copies[0].rows,
                                             w->copies[0].cols, to, bytes));
            w->copies[i].owned = to; /* the default allocator's free */
        }
    }
}

static void measure(const weights *w, bool transposed, size_t m, double seconds) {
    const bml_weight_array *first = &w->copies[0];
    bml_array x = random_array(m, first->rows), y;
    need(bml_array_alloc(&y, m, first->cols));
    double best = 1e9, end = now() + seconds;
    for (size_t i = 0; now() < end || i < 2; i++) {
        double start = now();
        for (size_t j = 0; j < w->count; j++)
            bml_array_matmul_weight(&y, &x, &w->copies[j]);
        double taken = (now() - start) / (double)w->count;
        best = taken < best ? taken : best;
    }
    double operations = 2.0 * (double)m * (double)first->rows * (double)first->cols;
    printf("{\"format\":\"%s\",\"k\":%zu,\"n\":%zu,\"transposed\":%s,\"m\":%zu,\"us\":%.1f,"
           "\"gb_per_s\":%.1f,\"gflops\":%.1f}\n",
           bml_format_name(first->format), first->rows, first->cols, transposed ? "true" : "false",
           m, best * 1e6, (double)w->bytes / best / 1e9, operations / best / 1e9);
    fflush(stdout);
    bml_array_free(&x), bml_array_free(&y);
}

int main(int count, char **arguments) {
    static const size_t sizes[][3] = {
        {768, 2304, 0}, {768, 768, 0}, {768, 3072, 0}, {3072, 768, 0}, {768, 50257, 1}};
    static const size_t rows[] = {1, 2, 4, 8, 16, 128};
    static weights w;
    if (count > 1)
        bml_set_threads(strtoul(arguments[1], NULL, 10));
    double seconds = count > 2 ? strtod(arguments[2], NULL) : 0.3;
    for (int format = 0; format < BML_FORMAT_COUNT; format++) {
        if (count > 3 && strcmp(arguments[3], bml_format_name((bml_format)format)) != 0)
            continue;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            bml_transpose op = sizes[s][2] ? BML_TRANSPOSE : BML_NO_TRANSPOSE;
            bml_array from = op ? random_array(sizes[s][1], sizes[s][0])
                                : random_array(sizes[s][0], sizes[s][1]);
            fill(&w, (bml_format)format, op, &from);
            for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
                if (count <= 4 || strtoul(arguments[4], NULL, 10) == rows[i])
                    measure(&w, op == BML_TRANSPOSE, rows[i], seconds);
            for (size_t i = 0; i < w.count; i++)
                bml_weight_array_free(&w.copies[i]);
            bml_array_free(&from);
        }
    }
    return 0;
}
