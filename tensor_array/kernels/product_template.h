/* The general product. The file that includes this has lanes_template.h before it and defines
 *   TILE_ROWS  rows of C that are kept in registers, at most 12
 *   TILE_REGS  vector registers in one such row
 *
 * Every element of C is one chain: the products of a block of up to DEPTH values of k, added in the
 * order of k from 0, then alpha times that sum onto C, block by block. It does not depend on where
 * a row or a column lies.
 */
#define TILE_COLS (LANES * TILE_REGS)
#define CHUNK \
    (192 / TILE_ROWS * TILE_ROWS) /* rows of A that stay in the second-level cache, DEPTH deep */

/* C[rows,TILE_COLS] := alpha A[rows,depth] B[depth,TILE_COLS] + beta C; rows is a constant where
 * this is inlined. */
INLINE void tile(size_t rows, size_t depth, float alpha, bml_operand a, const float *b,
                 size_t b_row, float beta, float *c, size_t c_row) {
    lanes sums[TILE_ROWS][TILE_REGS];
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < TILE_REGS; j++)
        sums[i][j] = all(0);
    for (size_t k = 0; k < depth; k++, a.at += a.col, b += b_row) {
        lanes right[TILE_REGS];
        UNROLL
        for (size_t j = 0; j < TILE_REGS; j++)
            right[j] = load(b + j * LANES);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            lanes left = all(a.at[i * a.row]);
            UNROLL
            for (size_t j = 0; j < TILE_REGS; j++)
                sums[i][j] = FMA(left, right[j], sums[i][j]);
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < TILE_REGS; j++) {
        float *at = c + i * c_row + j * LANES;
        lanes value = all(alpha) * sums[i][j];
        store(at, beta == 0 ? value : FMA(all(beta), load(at), value));
    }
}

static void tile_of(size_t rows, size_t depth, float alpha, bml_operand a, const float *b,
                    size_t b_row, float beta, float *c, size_t c_row) {
    switch (rows) {
#define CASE(n) \
    case n: \
        tile(n <= TILE_ROWS ? n : 1, depth, alpha, a, b, b_row, beta, c, c_row); \
        break
        CASE(1);
        CASE(2);
        CASE(3);
        CASE(4);
        CASE(5);
        CASE(6);
        CASE(7);
        CASE(8);
        CASE(9);
        CASE(10);
        CASE(11);
        CASE(12);
#undef CASE
    default:
        break;
    }
}

/* The same for width < TILE_COLS columns of C, by way of a whole tile. */
static void tile_narrow(size_t rows, size_t depth, float alpha, bml_operand a, const float *b,
                        float beta, float *c, size_t c_row, size_t width) {
    float whole[TILE_ROWS * TILE_COLS];
    for (size_t i = 0; beta != 0 && i < rows; i++) {
        memset(whole + i * TILE_COLS, 0, sizeof(float) * TILE_COLS);
        memcpy(whole + i * TILE_COLS, c + i * c_row, sizeof(float) * width);
    }
    tile_of(rows, depth, alpha, a, b, TILE_COLS, beta, whole, TILE_COLS);
    for (size_t i = 0; i < rows; i++)
        memcpy(c + i * c_row, whole + i * TILE_COLS, sizeof(float) * width);
}

/* Columns of B that lie one after the other, a square at a time. */
static void pack_transposed(float *panel, size_t depth, size_t width, bml_operand b) {
    for (size_t start = 0; start < depth; start += LANES)
        for (size_t left = 0; left < width; left += LANES) {
            size_t count = depth - start < LANES ? depth - start : LANES;
            lanes square[LANES];
            UNROLL
            for (size_t j = 0; j < LANES; j++) {
                const float *from = b.at + start + (left + j) * b.col;
                square[j] = left + j >= width ? all(0)
                            : count == LANES  ? load(from)
                                              : load_part(from, count);
            }
            transpose(square);
            UNROLL
            for (size_t k = 0; k < LANES; k++)
                if (k < count)
                    store(panel + (start + k) * TILE_COLS + left, square[k]);
        }
}

/* panel[depth,TILE_COLS] := B[depth,width], zeros beside it. */
static void pack(float *panel, size_t depth, size_t width, bml_operand b) {
    if (width < TILE_COLS)
        memset(panel, 0, sizeof(float) * depth * TILE_COLS);
    if (b.col != 1) {
        pack_transposed(panel, depth, width, b);
    } else if (width < TILE_COLS) {
        for (size_t k = 0; k < depth; k++)
            memcpy(panel + k * TILE_COLS, b.at + k * b.row, sizeof(float) * width);
    } else {
        for (size_t k = 0; k < depth; k++)
            UNROLL
        for (size_t j = 0; j < TILE_REGS; j++)
            store(panel + k * TILE_COLS + j * LANES, load(b.at + k * b.row + j * LANES));
    }
}

/* A panel as the processor is to fetch it, while it multiplies the one before: `lines` stretches
 * of `length` floats, `step` apart. */
typedef struct fetch {
    const float *at;
    size_t lines, length, step;
} fetch;

static fetch fetch_of(bml_operand b, size_t depth, size_t width) {
    return b.col == 1 ? (fetch){b.at, depth, width, b.row} : (fetch){b.at, width, depth, b.col};
}

/* The next `count` stretches. */
static void fetch_some(fetch *next, size_t count) {
    for (; count && next->lines; count--, next->lines--, next->at += next->step)
        for (size_t i = 0; i < next->length; i += 64 / sizeof(float))
            __builtin_prefetch(next->at + i, 0, 2);
}

/* One panel of columns against all rows of the chunk. */
static void multiply_panel(size_t m, size_t width, size_t depth, float alpha, bml_operand a,
                           bml_operand b, fetch next, float beta, float *c, size_t c_row) {
    float panel[DEPTH * TILE_COLS] __attribute__((aligned(64)));
    const float *right = panel;
    size_t right_row = TILE_COLS, tiles = (m + TILE_ROWS - 1) / TILE_ROWS;
    size_t share = (next.lines + tiles - 1) / tiles;
    if (m <= TILE_ROWS && b.col == 1 && width == TILE_COLS) /* used once: not worth packing */
        right = b.at, right_row = b.row;
    else
        pack(panel, depth, width, b);
    for (size_t i = 0; i < m; i += TILE_ROWS, a.at += TILE_ROWS * a.row, c += TILE_ROWS * c_row) {
        size_t rows = m - i < TILE_ROWS ? m - i : TILE_ROWS;
        fetch_some(&next, share);
        if (width == TILE_COLS)
            tile_of(rows, depth, alpha, a, right, right_row, beta, c, c_row);
        else
            tile_narrow(rows, depth, alpha, a, right, beta, c, c_row, width);
    }
}

static void product(size_t m, size_t n, size_t k, float alpha, bml_operand a, bml_operand b,
                    float beta, float *c, size_t c_row) {
    for (size_t top = 0; top < m; top += CHUNK)
        for (size_t start = 0; start < k; start += DEPTH)
            for (size_t left = 0; left < n; left += TILE_COLS) {
                size_t rows = m - top < CHUNK ? m - top : CHUNK;
                size_t depth = k - start < DEPTH ? k - start : DEPTH;
                size_t width = n - left < TILE_COLS ? n - left : TILE_COLS;
                bml_operand a_part = {a.at + top * a.row + start * a.col, a.row, a.col};
                bml_operand b_part = {b.at + start * b.row + left * b.col, b.row, b.col};
                bml_operand b_next = {b_part.at + width * b.col, b.row, b.col};
                size_t after = n - left - width;
                fetch next = fetch_of(b_next, depth, after < TILE_COLS ? after : TILE_COLS);
                multiply_panel(rows, width, depth, alpha, a_part, b_part, next, start ? 1 : beta,
                               c + top * c_row + left, c_row);
            }
}
