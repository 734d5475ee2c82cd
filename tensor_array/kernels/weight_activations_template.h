/* Activations as packed weights are multiplied by: the same numbers on every machine. Included
 * after lanes_template.h. */

typedef uint32_t lanes_bits __attribute__((vector_size(LANES * 4)));
typedef uint16_t lanes_halves __attribute__((vector_size(LANES * 2)));
typedef int8_t lanes_bytes __attribute__((vector_size(LANES)));

enum { UNIT = 64, BLOCK = 32, PANEL = 16 };

INLINE lanes load_up_to(const float *from, size_t n) {
    return n >= LANES ? load(from) : load_part(from, n);
}

/* A NaN is made quiet, so that it stays one. */
static void round_to_bf16(uint16_t *to, const float *x, size_t k) {
    size_t i = 0;
    for (; i < k; i += LANES) {
        lanes_bits bits = (lanes_bits)load_up_to(x + i, k - i);
        lanes_bits is_nan = (lanes_bits)((bits & 0x7fffffff) > 0x7f800000);
        bits = ((bits + 0x7fff + (bits >> 16 & 1)) & ~is_nan) | ((bits | 0x400000) & is_nan);
        lanes_halves halves = __builtin_convertvector(bits >> 16, lanes_halves);
        memcpy(to + i, &halves, sizeof halves);
    }
    if (i % UNIT)
        memset(to + i, 0, (UNIT - i % UNIT) * sizeof *to);
}

/* The greatest magnitude among 32 numbers. As bits, which are in the order of the magnitudes, with
 * infinity and NaN above all others. */
INLINE float greatest_of(const lanes part[BLOCK / LANES]) {
    lanes_int most = {0};
    UNROLL
    for (size_t i = 0; i < BLOCK / LANES; i++) {
        lanes_int bits = (lanes_int)part[i] & 0x7fffffff;
        lanes_int greater = bits > most;
        most = (bits & greater) | (most & ~greater);
    }
    int32_t each[LANES], greatest = 0;
    memcpy(each, &most, sizeof each);
    UNROLL
    for (size_t i = 0; i < LANES; i++)
        greatest = each[i] > greatest ? each[i] : greatest;
    float value;
    memcpy(&value, &greatest, sizeof value);
    return value;
}

/* One block; returns the sum of what it becomes. */
INLINE int32_t quantize_block(int8_t *to, float *scale, const lanes part[BLOCK / LANES]) {
    const lanes shift = all(0x1.8p23f); /* adding it rounds to a whole number, in the low bits */
    float greatest = greatest_of(part);
    bool used = greatest >= 0x1p-100f && greatest < INFINITY;
    float inverse = used ? 127 / greatest : 0;
    *scale = used ? greatest / 127 : greatest < INFINITY ? 0 : NAN;
    lanes_int sum = {0};
    UNROLL
    for (size_t i = 0; i < BLOCK / LANES; i++) {
        lanes_int whole = (lanes_int)(part[i] * all(inverse) + shift) - (lanes_int)shift;
        if (!used)
            whole = (lanes_int){0};
        lanes_bytes bytes = __builtin_convertvector(whole, lanes_bytes);
        memcpy(to + i * LANES, &bytes, sizeof bytes);
        sum += whole;
    }
    int32_t each[LANES], total = 0;
    memcpy(each, &sum, sizeof each);
    UNROLL
    for (size_t i = 0; i < LANES; i++)
        total += each[i];
    return total;
}

static void quantize(int8_t *to, float *scales, int32_t *starts, const float *x, size_t k,
                     int32_t offset) {
    size_t blocks = (k + UNIT - 1) / UNIT * (UNIT / BLOCK);
    for (size_t block = 0; block < blocks; block++) {
        size_t first = block * BLOCK;
        lanes part[BLOCK / LANES];
        UNROLL
        for (size_t i = 0; i < BLOCK / LANES; i++) {
            size_t at = first + i * LANES;
            part[i] = at < k ? load_up_to(x + at, k - at) : all(0);
        }
        starts[block] = offset * quantize_block(to + first, scales + block, part);
    }
}
