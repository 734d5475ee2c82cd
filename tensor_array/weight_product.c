/* Products with weights: bands over the threads, activations brought to the weights' form. */
#include "weight_internal.h"

#include "kernels/kernels_internal.h"

/* On the stack of each thread: activations of as many rows, or as much depth, as fit. */
enum { ROWS = 64, NUMBERS = ROWS * 768 };

/* In f32, to at most so many rows the kernels for few are faster than the general product, which
 * packs W; and so many columns of a transposed W at a time. */
enum { MOST_ROWS = 8, MOST_ROWS_NT = 24, STRETCH = 64 };

typedef struct weight_task {
    bml_array *y;
    const bml_array *x;
    const bml_weight_array *w;
    size_t first, cols; /* of the band that a thread has */
} weight_task;

/* The largest depth, in whole units, that `rows` rows of the scratch can have. */
static size_t depth_for(size_t rows) {
    return NUMBERS / rows / BML_UNIT * BML_UNIT;
}

/* Rows top .. top + rows, k from start on, `depth` of them. */
typedef struct chunk {
    size_t top, rows, start, depth;
} chunk;

static bml_packed_product product_of(const weight_task *task, chunk p) {
    return (bml_packed_product){
        .rows = p.rows,
        .cols = task->cols,
        .units = bml_units_(p.depth),
        .w = bml_unit_at_(task->w, task->first / BML_PANEL, p.start / BML_UNIT),
        .w_panel = bml_units_(task->w->rows) * bml_unit_bytes_(task->w->format),
        .y = bml_row_(task->y, p.top) + task->first,
        .y_row = task->y->stride,
        .more = p.start != 0};
}

static void multiply_bf16(const weight_task *task, chunk p) {
    const bml_weight_kernels *kernels = bml_weight_kernels_();
    bml_packed_product product = product_of(task, p);
    uint16_t numbers[NUMBERS] __attribute__((aligned(64)));
    for (size_t i = 0; i < p.rows; i++)
        kernels->round(numbers + i * product.units * BML_UNIT,
                       bml_row_(task->x, p.top + i) + p.start, p.depth);
    product.x = numbers;
    kernels->bf16(&product);
}

static void multiply_quantized(const weight_task *task, chunk p) {
    const bml_weight_kernels *kernels = bml_weight_kernels_();
    bml_packed_product product = product_of(task, p);
    bool q8 = task->w->format == BML_FORMAT_Q8;
    int8_t numbers[NUMBERS] __attribute__((aligned(64)));
    float scales[NUMBERS / BML_BLOCK];
    int32_t starts[NUMBERS / BML_BLOCK];
    for (size_t i = 0; i < p.rows; i++) {
        size_t at = i * product.units * BML_UNIT;
        kernels->quantize(numbers + at, scales + at / BML_BLOCK, starts + at / BML_BLOCK,
                          bml_row_(task->x, p.top + i) + p.start, p.depth, q8 ? -128 : -8);
    }
    product.x = numbers, product.scales = scales, product.starts = starts;
    (q8 ? kernels->q8 : kernels->q4)(&product);
}

static bml_plain_product plain_product(const weight_task *task, size_t top, size_t rows) {
    const bml_weight_array *w = task->w;
    size_t shift = task->first * (w->transposed ? w->stride : 1);
    return (bml_plain_product){.rows = rows,
                               .cols = task->cols,
                               .depth = w->rows,
                               .x = bml_row_(task->x, top),
                               .x_row = task->x->stride,
                               .w = (const float *)w->data + shift,
                               .w_row = w->stride,
                               .y = bml_row_(task->y, top) + task->first,
                               .y_row = task->y->stride};
}

/* All rows, as many at a time as a kernel takes; a stretch of W stays in the cache for them. */
static void multiply_plain(const weight_task *task) {
    const size_t rows = task->y->rows, width = rows > BML_WEIGHT_ROWS ? STRETCH : task->cols;
    for (size_t left = 0; left < task->cols; left += width)
        for (size_t top = 0; top < rows; top += BML_WEIGHT_ROWS) {
            weight_task part = *task;
            part.first += left;
            part.cols = task->cols - left < width ? task->cols - left : width;
            size_t count = rows - top < BML_WEIGHT_ROWS ? rows - top : BML_WEIGHT_ROWS;
            bml_plain_product product = plain_product(&part, top, count);
            if (task->w->transposed)
                bml_weight_kernels_()->f32_nt(&product);
            else
                bml_weight_kernels_()->f32(&product);
        }
}

/* The rows top .. last of a band. */
static void multiply_band(const weight_task *task, size_t top, size_t last) {
    for (chunk p = {.top = top}; p.top < last; p.top += p.rows) {
        p.rows = last - p.top < ROWS ? last - p.top : ROWS;
        size_t k = task->w->rows, most = depth_for(p.rows);
        for (p.start = 0; p.start < k; p.start += p.depth) {
            p.depth = k - p.start < most ? k - p.start : most;
            (task->w->format == BML_FORMAT_BF16 ? multiply_bf16 : multiply_quantized)(task, p);
        }
    }
}

static void multiply_rows(void *context, size_t first, size_t last) {
    weight_task task = *(const weight_task *)context;
    task.cols = task.w->cols;
    multiply_band(&task, first, last);
}

static void multiply_columns(void *context, size_t first, size_t last) {
    weight_task task = *(const weight_task *)context;
    task.first = first, task.cols = last - first;
    if (task.w->format == BML_FORMAT_F32)
        multiply_plain(&task);
    else
        multiply_band(&task, 0, task.y->rows);
}

/* ---- f32 [K,N] and few rows: each thread reads one stretch of memory ---- */

enum { CHAIN = 256, MOST_SUMS = 32768 }; /* k in one chain of a sum, as in a product */

typedef struct chains_task {
    weight_task all;
    float *sums; /* of each block of k, [rows,cols] */
} chains_task;

/* Blocks of k, one after the other, each with all of its columns in turn. */
static void multiply_chains(void *context, size_t first, size_t last) {
    const chains_task *task = context;
    size_t rows = task->all.y->rows, cols = task->all.w->cols, depth = task->all.w->rows;
    for (size_t at = first, end; at < last; at = end) {
        size_t block = at / cols, left = at % cols, start = block * CHAIN;
        end = (block + 1) * cols < last ? (block + 1) * cols : last;
        weight_task part = task->all;
        part.first = left, part.cols = end - at;
        bml_plain_product product = plain_product(&part, 0, rows);
        product.x += start;
        product.w += start * product.w_row;
        product.depth = depth - start < CHAIN ? depth - start : CHAIN;
        product.y = task->sums + block * rows * cols + left;
        product.y_row = cols;
        bml_weight_kernels_()->f32(&product);
    }
}

static size_t chains(const weight_task *task) {
    return (task->w->rows + CHAIN - 1) / CHAIN;
}

/* The chains are added in the order of k, whoever made them. */
static void multiply_by_chains(const weight_task *task) {
    float sums[MOST_SUMS] __attribute__((aligned(64)));
    size_t rows = task->y->rows, cols = task->y->cols, count = chains(task);
    chains_task all = {*task, sums};
    bml_parallel_(count * cols, BML_PANEL, BML_PRODUCTS_A_THREAD / CHAIN / rows, multiply_chains,
                  &all);
    for (size_t i = 0; i < rows; i++) {
        float *y = bml_row_(task->y, i);
        memcpy(y, sums + i * cols, cols * sizeof *y);
        for (size_t block = 1; block < count; block++)
            bml_kernels_()->add(y, y, sums + (block * rows + i) * cols, cols);
    }
}

/* ---- All ---- */

/* Many rows are shared out, so that each is brought to the weights' form once; few rows have W
 * shared out, so that it is read once. */
static void multiply(weight_task *task) {
    size_t rows = task->y->rows, cols = task->y->cols, depth = task->w->rows;
    bool by_k = task->w->format == BML_FORMAT_F32 && !task->w->transposed;
    if (by_k && rows * cols <= MOST_SUMS / chains(task))
        multiply_by_chains(task);
    else if (task->w->format != BML_FORMAT_F32 && rows >= ROWS / 2 * bml_threads())
        bml_parallel_(rows, 8, bml_rows_a_thread_(BML_PRODUCTS_A_THREAD, cols * depth),
                      multiply_rows, task);
    else
        bml_parallel_(cols, 2 * BML_PANEL, bml_rows_a_thread_(BML_PRODUCTS_A_THREAD, rows * depth),
                      multiply_columns, task);
}

/* A weight in f32 as the array that it looks into, which is not written to. */
static bml_array array_of(const bml_weight_array *w) {
    union {
        const void *from;
        float *to;
    } data = {w->data};
    bml_array x = {data.to, w->rows, w->cols, w->stride, NULL};
    if (w->transposed)
        x.rows = w->cols, x.cols = w->rows;
    return x;
}

static bml_transpose op_of(const bml_weight_array *w) {
    return w->transposed ? BML_TRANSPOSE : BML_NO_TRANSPOSE;
}

static bool checked(const bml_array *y, const bml_array *x, const bml_weight_array *w) {
    const char *operation = "bml_matmul_weight";
    bml_array all = array_of(w);
    return bml_need_equal_(operation, "inner size of the weight", w->rows, x->cols) &&
           bml_need_shape_(operation, y, x->rows, w->cols) && bml_need_apart_(operation, y, x) &&
           (w->format != BML_FORMAT_F32 || bml_need_apart_(operation, y, &all));
}

void bml_array_matmul_weight(bml_array *y, const bml_array *x, const bml_weight_array *w) {
    weight_task task = {.y = y, .x = x, .w = w};
    if (!checked(y, x, w) || y->rows == 0 || y->cols == 0)
        return;
    if (w->rows == 0) {
        bml_array_fill(y, 0);
    } else if (w->format == BML_FORMAT_F32 &&
               y->rows > (w->transposed ? MOST_ROWS_NT : MOST_ROWS)) {
        bml_array all = array_of(w);
        bml_product_(y, x, op_of(w), &all);
    } else {
        multiply(&task);
    }
}

/* Numbers k, k + 1, ... of column n of any weight, up to 64; returns how many. */
static size_t numbers_of(float numbers[BML_UNIT], const bml_weight_array *w, size_t k, size_t n) {
    size_t count = w->rows - k < BML_UNIT ? w->rows - k : BML_UNIT;
    const float *data = w->data;
    if (w->format != BML_FORMAT_F32)
        bml_unit_column_(numbers, w->format, bml_unit_at_(w, n / BML_PANEL, k / BML_UNIT),
                         n % BML_PANEL);
    for (size_t i = 0; i < count && w->format == BML_FORMAT_F32; i++)
        numbers[i] = w->transposed ? data[n * w->stride + k + i] : data[(k + i) * w->stride + n];
    return count;
}

void bml_array_matmul_weight_reference(bml_array *y, const bml_array *x,
                                       const bml_weight_array *w) {
    float numbers[BML_UNIT];
    if (!checked(y, x, w))
        return;
    for (size_t j = 0; j < y->cols; j++)
        for (size_t i = 0; i < y->rows; i++) {
            double sum = 0;
            for (size_t first = 0; first < w->rows; first += BML_UNIT)
                for (size_t k = 0, count = numbers_of(numbers, w, first, j); k < count; k++)
                    sum += (double)bml_row_(x, i)[first + k] * (double)numbers[k];
            bml_row_(y, i)[j] = (float)sum;
        }
}
