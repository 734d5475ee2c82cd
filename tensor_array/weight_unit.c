/* Units of the packed form: 16 columns of 64 numbers, to bytes and back. */
#include "weight_internal.h"

#include <math.h>

enum { GROUP = 4, GROUP_BYTES = BML_PANEL * GROUP }; /* 4 k of all columns */

static const float least = 0x1p-100f; /* below it a block is zero */

/* The nearest whole number, for |x| < 2^22: the shift leaves no bits for a fraction. */
static float rounded(float x) {
    const float shift = 0x1.8p23f;
    return (x + shift) - shift;
}

static float clamped(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

/* The number of greatest magnitude; NaN if one is not finite. */
static float greatest(const float *x) {
    float positive = 0, negative = 0, all = 0;
    for (size_t i = 0; i < BML_BLOCK; i++) {
        positive = x[i] > positive ? x[i] : positive;
        negative = x[i] < negative ? x[i] : negative;
        all += x[i] * 0; /* NaN of infinity or NaN */
    }
    return all + (positive > -negative ? positive : negative);
}

/* greatest / 127. Where the nearest bf16 is less, the greatest is cut by at most 1 in 256. */
static uint16_t scale_q8(const float *x) {
    float most = fabsf(greatest(x));
    return most < least ? 0 : bml_to_bf16_(most / 127);
}

static float square_error_q4(const float *x, float scale) {
    float inverse = 1 / scale, error = 0;
    for (size_t i = 0; i < BML_BLOCK; i++) {
        float distance = x[i] - scale * rounded(clamped(x[i] * inverse, -8, 7));
        error += distance * distance;
    }
    return error;
}

/* The greatest is put at -7 to -8.5 of the scale, whichever has the least square error. */
static uint16_t scale_q4(const float *x) {
    static const float places[] = {-8, -7.75f, -8.25f, -7.5f, -7.25f, -8.5f, -7};
    float most = greatest(x), least_error = INFINITY, size = fabsf(most);
    if (size < least)
        return 0;
    uint16_t best = bml_to_bf16_(most / places[0]);
    float normal[BML_BLOCK]; /* so that squares neither overflow nor vanish */
    for (size_t i = 0; i < BML_BLOCK; i++)
        normal[i] = x[i] / size;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        uint16_t scale = bml_to_bf16_(most / places[i]);
        float error = square_error_q4(normal, bml_from_bf16_(scale) / size);
        if (error < least_error)
            least_error = error, best = scale;
    }
    return best;
}

/* q + offset of a block, 0 where the scale is 0 or not finite. */
static void quantize(uint8_t *numbers, const float *x, uint16_t scale, float low, float high,
                     float offset) {
    float step = bml_from_bf16_(scale), inverse = step != 0 && isfinite(step) ? 1 / step : 0;
    for (size_t i = 0; i < BML_BLOCK; i++) {
        float number = inverse != 0 ? clamped(x[i] * inverse, low, high) : 0;
        numbers[i] = (uint8_t)(rounded(number) + offset);
    }
}

static void pack_q8(unsigned char *unit, size_t block, size_t column, const float *x) {
    uint8_t numbers[BML_BLOCK];
    uint16_t scale = scale_q8(x);
    memcpy(unit + (block * BML_PANEL + column) * sizeof scale, &scale, sizeof scale);
    unit += BML_SCALES * sizeof scale + block * BML_BLOCK * BML_PANEL + column * GROUP;
    quantize(numbers, x, scale, -127, 127, 128);
    for (size_t g = 0; g < BML_BLOCK / GROUP; g++)
        memcpy(unit + g * GROUP_BYTES, numbers + g * GROUP, GROUP);
}

static void pack_q4(unsigned char *unit, size_t block, size_t column, const float *x) {
    uint8_t numbers[BML_BLOCK];
    uint16_t scale = scale_q4(x);
    memcpy(unit + (block * BML_PANEL + column) * sizeof scale, &scale, sizeof scale);
    unit += BML_SCALES * sizeof scale + block * BML_BLOCK * BML_PANEL / 2 + column * GROUP;
    quantize(numbers, x, scale, -8, 7, 8);
    for (size_t i = 0; i < BML_BLOCK / 2; i++)
        unit[i / GROUP * GROUP_BYTES + i % GROUP] =
            (unsigned char)(numbers[i] | numbers[i + BML_BLOCK / 2] << 4);
}

static void pack_bf16(unsigned char *unit, size_t column, const float *x) {
    for (size_t k = 0; k < BML_UNIT; k++) {
        uint16_t half = bml_to_bf16_(x[k]);
        memcpy(unit + (k / 2 * BML_PANEL + column) * 4 + k % 2 * 2, &half, sizeof half);
    }
}

void bml_unit_pack_(unsigned char *unit, bml_format format,
                    const float columns[BML_PANEL][BML_UNIT]) {
    for (size_t column = 0; column < BML_PANEL; column++) {
        const float *x = columns[column];
        if (format == BML_FORMAT_BF16)
            pack_bf16(unit, column, x);
        for (size_t block = 0; block < 2 && format == BML_FORMAT_Q8; block++)
            pack_q8(unit, block, column, x + block * BML_BLOCK);
        for (size_t block = 0; block < 2 && format == BML_FORMAT_Q4; block++)
            pack_q4(unit, block, column, x + block * BML_BLOCK);
    }
}

/* The number k of a column of a unit, without its scale. */
static int quantized(bml_format format, const unsigned char *numbers, size_t k, size_t column) {
    if (format == BML_FORMAT_Q8)
        return numbers[k / GROUP * GROUP_BYTES + column * GROUP + k % GROUP] - 128;
    size_t block = k / BML_BLOCK, i = k % BML_BLOCK, low = i % (BML_BLOCK / 2);
    unsigned both = numbers[block * BML_BLOCK * BML_PANEL / 2 + low / GROUP * GROUP_BYTES +
                            column * GROUP + low % GROUP];
    return (int)(i == low ? both & 15 : both >> 4) - 8;
}

void bml_unit_column_(float numbers[BML_UNIT], bml_format format, const unsigned char *unit,
                      size_t column) {
    for (size_t k = 0; k < BML_UNIT; k++) {
        uint16_t half;
        if (format == BML_FORMAT_BF16) {
            memcpy(&half, unit + (k / 2 * BML_PANEL + column) * 4 + k % 2 * 2, sizeof half);
            numbers[k] = bml_from_bf16_(half);
        } else {
            memcpy(&half, unit + (k / BML_BLOCK * BML_PANEL + column) * sizeof half, sizeof half);
            numbers[k] = bml_from_bf16_(half) *
                         (float)quantized(format, unit + BML_SCALES * sizeof half, k, column);
        }
    }
}
