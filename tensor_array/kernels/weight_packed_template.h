/* Products with packed weights in plain vectors, for any machine. The file that includes this has
 * weight_activations_template.h before it and defines
 *   void finish_q8(int32_t sums[PANEL], const unsigned char *w, const int8_t *x)
 *   void finish_q4(...)
 * which turn sums, given as the offset of w times the sum of 32 numbers, into x W. */

enum { PARTS = PANEL / LANES, TILE = 4 }; /* vectors in a row of a panel; rows at once */

static const size_t scale_bytes = 2 * PANEL * sizeof(uint16_t);

/* Rows first .. first + rows of a panel, whose columns are `width`. */
INLINE void begin_sums(const bml_packed_product *task, size_t first, size_t rows, const float *y,
                       size_t width, float sums[TILE][PANEL]) {
    memset(sums, 0, sizeof(float) * TILE * PANEL);
    for (size_t i = 0; task->more && i < rows; i++)
        memcpy(sums[i], y + (first + i) * task->y_row, width * sizeof *y);
}

INLINE void end_sums(const bml_packed_product *task, size_t first, size_t rows, float *y,
                     size_t width, float sums[TILE][PANEL]) {
    for (size_t i = 0; i < rows; i++)
        memcpy(y + (first + i) * task->y_row, sums[i], width * sizeof *y);
}

/* Runs `tile` for the rows of every panel. */
INLINE void for_tiles(const bml_packed_product *task,
                      void (*tile)(const bml_packed_product *task, const unsigned char *panel,
                                   size_t first, size_t rows, float sums[TILE][PANEL])) {
    for (size_t left = 0; left < task->cols; left += PANEL) {
        const unsigned char *panel = task->w + left / PANEL * task->w_panel;
        size_t width = task->cols - left < PANEL ? task->cols - left : PANEL;
        for (size_t first = 0; first < task->rows; first += TILE) {
            size_t rows = task->rows - first < TILE ? task->rows - first : TILE;
            float sums[TILE][PANEL];
            begin_sums(task, first, rows, task->y + left, width, sums);
            tile(task, panel, first, rows, sums);
            end_sums(task, first, rows, task->y + left, width, sums);
        }
    }
}

INLINE lanes_bits load_pairs(const unsigned char *from) {
    lanes_bits pairs;
    memcpy(&pairs, from, sizeof pairs);
    return pairs;
}

INLINE lanes high_half(lanes_bits pair) {
    return (lanes)(pair & 0xffff0000);
}

INLINE lanes low_half(lanes_bits pair) {
    return (lanes)(pair << 16);
}

INLINE void tile_bf16_rows(const bml_packed_product *task, const unsigned char *panel, size_t first,
                           size_t rows, float sums[TILE][PANEL]) {
    lanes totals[TILE][PARTS];
    const size_t depth = task->units * UNIT;
    const uint16_t *x = (const uint16_t *)task->x + first * depth;
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < PARTS; j++)
        totals[i][j] = load(sums[i] + j * LANES);
    for (size_t k = 0; k < depth; k += 2, panel += PANEL * 4) {
        lanes_bits pairs[PARTS];
        UNROLL
        for (size_t j = 0; j < PARTS; j++)
            pairs[j] = load_pairs(panel + j * LANES * 4);
        UNROLL
        for (size_t i = 0; i < rows; i++) {
            uint32_t both;
            memcpy(&both, x + i * depth + k, sizeof both);
            lanes_bits left = (lanes_bits){0} + both;
            UNROLL
            for (size_t j = 0; j < PARTS; j++) {
                totals[i][j] = FMA(low_half(left), low_half(pairs[j]), totals[i][j]);
                totals[i][j] = FMA(high_half(left), high_half(pairs[j]), totals[i][j]);
            }
        }
    }
    UNROLL
    for (size_t i = 0; i < rows; i++)
        UNROLL
    for (size_t j = 0; j < PARTS; j++)
        store(sums[i] + j * LANES, totals[i][j]);
}

INLINE void tile_bf16(const bml_packed_product *task, const unsigned char *panel, size_t first,
                      size_t rows, float sums[TILE][PANEL]) {
    switch (rows) {
    case 4:
        tile_bf16_rows(task, panel, first, 4, sums);
        break;
    case 3:
        tile_bf16_rows(task, panel, first, 3, sums);
        break;
    case 2:
        tile_bf16_rows(task, panel, first, 2, sums);
        break;
    default:
        tile_bf16_rows(task, panel, first, 1, sums);
    }
}

static void weight_bf16(const bml_packed_product *task) {
    for_tiles(task, tile_bf16);
}

INLINE void tile_quantized(const bml_packed_product *task, const unsigned char *panel, size_t first,
                           size_t rows, float sums[TILE][PANEL], bool q8) {
    const size_t block_bytes = q8 ? BLOCK * PANEL : BLOCK * PANEL / 2, blocks = 2 * task->units;
    for (size_t block = 0; block < blocks; block++) {
        const unsigned char *scales = panel + block % 2 * PANEL * sizeof(uint16_t);
        const unsigned char *w = panel + scale_bytes + block % 2 * block_bytes;
        for (size_t i = 0; i < rows; i++) {
            size_t at = (first + i) * blocks + block;
            int32_t whole[PANEL];
            for (size_t j = 0; j < PANEL; j++)
                whole[j] = task->starts[at];
            (q8 ? finish_q8 : finish_q4)(whole, w, (const int8_t *)task->x + at * BLOCK);
            UNROLL
            for (size_t j = 0; j < PARTS; j++) {
                lanes_halves halves;
                lanes_int each;
                memcpy(&halves, scales + j * sizeof halves, sizeof halves);
                memcpy(&each, whole + j * LANES, sizeof each);
                lanes scale = low_half(__builtin_convertvector(halves, lanes_bits));
                store(sums[i] + j * LANES,
                      FMA(__builtin_convertvector(each, lanes), scale * all(task->scales[at]),
                          load(sums[i] + j * LANES)));
            }
        }
        if (block % 2)
            panel += scale_bytes + 2 * block_bytes;
    }
}

INLINE void tile_q8(const bml_packed_product *task, const unsigned char *panel, size_t first,
                    size_t rows, float sums[TILE][PANEL]) {
    tile_quantized(task, panel, first, rows, sums, true);
}

INLINE void tile_q4(const bml_packed_product *task, const unsigned char *panel, size_t first,
                    size_t rows, float sums[TILE][PANEL]) {
    tile_quantized(task, panel, first, rows, sums, false);
}

static void weight_q8(const bml_packed_product *task) {
    for_tiles(task, tile_q8);
}

static void weight_q4(const bml_packed_product *task) {
    for_tiles(task, tile_q4);
}
