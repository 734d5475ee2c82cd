/* Products of few rows with weights in f32, each of which is read once; included after
 * product_template.h, whose sums these are: chains of DEPTH values of k from 0, added up. */

enum { ROWS_AT_ONCE = 8, SUMS = 4096 }; /* rows of W; sums of all rows, in the first-level cache */

#define PLAIN_PRODUCT const bml_plain_product *task, size_t rows /* a constant */

/* The sums of `width` columns from `left` on, over `depth` (a constant) values of k from `k` on:
 * added to, or begun if `first`. Asks for what lies `ahead` in W. */
INLINE void add_weight_rows(PLAIN_PRODUCT, size_t left, size_t width, size_t k, size_t depth,
                            size_t ahead, bool first, float *sums) {
    const float *w = task->w + k * task->w_row + left, *x = task->x + k;
    FOR_LANES(width, lanes right[ROWS_AT_ONCE]; UNROLL for (size_t t = 0; t < depth; t++) {
        right[t] = AT(w + t * task->w_row);
        __builtin_prefetch(w + t * task->w_row + i_ + ahead, 0, 2); /* the second-level cache */
    } UNROLL for (size_t i = 0; i < rows; i++) {
        float *to = sums + i * (SUMS / BML_WEIGHT_ROWS);
        lanes sum = first ? all(0) : AT(to);
        UNROLL
        for (size_t t = 0; t < depth; t++)
            sum = FMA(all(x[i * task->x_row + t]), right[t], sum);
        PUT(to, sum);
    });
}

INLINE void multiply_weight_columns(PLAIN_PRODUCT, size_t left, size_t width) {
    float sums[SUMS] __attribute__((aligned(64)));
    for (size_t start = 0; start < task->depth; start += DEPTH) {
        size_t end = task->depth - start < DEPTH ? task->depth : start + DEPTH, k = start;
        for (; k + ROWS_AT_ONCE <= end; k += ROWS_AT_ONCE) {
            bool more = k + 2 * ROWS_AT_ONCE <= task->depth;
            add_weight_rows(task, rows, left, width, k, ROWS_AT_ONCE,
                            more ? ROWS_AT_ONCE * task->w_row : 0, k == start, sums);
        }
        for (; k < end; k++)
            add_weight_rows(task, rows, left, width, k, 1, 0, k == start, sums);
        for (size_t i = 0; i < rows; i++) {
            float *y = task->y + i * task->y_row + left, *sum = sums + i * (SUMS / BML_WEIGHT_ROWS);
            FOR_LANES(width, PUT(y, start ? AT(y) + AT(sum) : AT(sum)));
        }
    }
}

INLINE void multiply_weight(PLAIN_PRODUCT) {
    const size_t most = rows == 1 ? SUMS : SUMS / BML_WEIGHT_ROWS;
    for (size_t left = 0; left < task->cols; left += most)
        multiply_weight_columns(task, rows, left,
                                task->cols - left < most ? task->cols - left : most);
}

/* sums += X W' over LANES values of k from `k` on, or as many as are left, for the LANES rows of W
 * from `row` on, or as many as are left. */
INLINE void add_weight_square(PLAIN_PRODUCT, size_t row, size_t k, bool whole, size_t ahead,
                              lanes *sums) {
    size_t depth = whole ? LANES : task->depth - k;
    lanes square[LANES];
    UNROLL
    for (size_t j = 0; j < LANES; j++) {
        size_t there = row + j < task->cols ? row + j : task->cols - 1;
        const float *from = task->w + there * task->w_row + k;
        square[j] = whole ? load(from) : load_part(from, depth);
        __builtin_prefetch(from + ahead, 0, 2);
    }
    transpose(square);
    UNROLL
    for (size_t t = 0; t < LANES; t++)
        if (t < depth)
            UNROLL
    for (size_t i = 0; i < rows; i++)
        sums[i] = FMA(all(task->x[i * task->x_row + k + t]), square[t], sums[i]);
}

/* The columns of Y that LANES rows of W give, or as many as are left. */
INLINE void multiply_weight_rows(PLAIN_PRODUCT, size_t row) {
    size_t left = task->cols - row, ahead = left >= 2 * LANES ? LANES * task->w_row : 0;
    lanes totals[BML_WEIGHT_ROWS] = {{0}};
    for (size_t start = 0; start < task->depth; start += DEPTH) {
        size_t end = task->depth - start < DEPTH ? task->depth : start + DEPTH, k = start;
        lanes sums[BML_WEIGHT_ROWS];
        UNROLL
        for (size_t i = 0; i < rows; i++)
            sums[i] = all(0);
        for (; k + LANES <= end; k += LANES)
            add_weight_square(task, rows, row, k, true, ahead, sums);
        if (k < end)
            add_weight_square(task, rows, row, k, false, ahead, sums);
        UNROLL
        for (size_t i = 0; i < rows; i++)
            totals[i] = start ? totals[i] + sums[i] : sums[i];
    }
    for (size_t i = 0; i < rows; i++)
        store_part(task->y + i * task->y_row + row, totals[i], left < LANES ? left : LANES);
}

INLINE void multiply_weight_nt(PLAIN_PRODUCT) {
    for (size_t row = 0; row < task->cols; row += LANES)
        multiply_weight_rows(task, rows, row);
}

#define OF_ROWS(function) \
    switch (task->rows) { \
        ROWS_CASE(function, 1) \
        ROWS_CASE(function, 2) \
        ROWS_CASE(function, 3) \
        ROWS_CASE(function, 4) \
        ROWS_CASE(function, 5) \
        ROWS_CASE(function, 6) \
        ROWS_CASE(function, 7) \
        ROWS_CASE(function, 8) \
    default: \
        break; \
    }
#define ROWS_CASE(function, n) \
    case n: \
        function(task, n); \
        break;

static void weight_f32(const bml_plain_product *task) {
    OF_ROWS(multiply_weight)
}

static void weight_f32_nt(const bml_plain_product *task) {
    OF_ROWS(multiply_weight_nt)
}
