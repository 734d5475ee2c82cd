#include "safetensors_internal.h"

#include <string.h>

static const struct {
    const char *name;
    size_t size;
} dtypes[BML_DTYPE_COUNT] = {
    [BML_DTYPE_F32] = {"F32", 4},   [BML_DTYPE_F16] = {"F16", 2}, [BML_DTYPE_BF16] = {"BF16", 2},
    [BML_DTYPE_F64] = {"F64", 8},   [BML_DTYPE_I64] = {"I64", 8}, [BML_DTYPE_I32] = {"I32", 4},
    [BML_DTYPE_I16] = {"I16", 2},   [BML_DTYPE_I8] = {"I8", 1},   [BML_DTYPE_U64] = {"U64", 8},
    [BML_DTYPE_U32] = {"U32", 4},   [BML_DTYPE_U16] = {"U16", 2}, [BML_DTYPE_U8] = {"U8", 1},
    [BML_DTYPE_BOOL] = {"BOOL", 1},
};

const char *bml_dtype_name(bml_dtype dtype) {
    return (unsigned)dtype < BML_DTYPE_COUNT ? dtypes[dtype].name : "unknown";
}

size_t bml_dtype_size_(bml_dtype dtype) {
    return dtypes[dtype].size;
}

bool bml_dtype_find_(bml_dtype *dtype, const char *name) {
    for (unsigned i = 0; i < BML_DTYPE_COUNT; i++)
        if (strcmp(dtypes[i].name, name) == 0)
            return *dtype = (bml_dtype)i, true;
    return false;
}

bool bml_dtype_is_float_(bml_dtype dtype) {
    return dtype == BML_DTYPE_F32 || dtype == BML_DTYPE_F16 || dtype == BML_DTYPE_BF16;
}

/* Byte by byte, so that neither the host's byte order nor its alignment matters; where they fit,
 * compilers make one load or store of it. */
static uint32_t load16(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t load32(const unsigned char *p) {
    return load16(p) | load16(p + 2) << 16;
}

static void store16(unsigned char *p, uint32_t bits) {
    p[0] = (unsigned char)bits;
    p[1] = (unsigned char)(bits >> 8);
}

static void store32(unsigned char *p, uint32_t bits) {
    store16(p, bits);
    store16(p + 2, bits >> 16);
}

static float from_bits(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t to_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Half precision has 5 bits of exponent and 10 of fraction: IEEE 754-2019, table 3.5. */
static float from_f16(uint32_t half) {
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 0x1f, fraction = half & 0x3ff;
    if (exponent == 0) /* zero or subnormal: a multiple of 2^-24, exact in f32 */
        return from_bits(sign | to_bits((float)fraction * 0x1p-24f));
    if (exponent == 0x1f)
        return from_bits(sign | 0x7f800000 | fraction << 13);
    return from_bits(sign | (exponent + 127 - 15) << 23 | fraction << 13);
}

static uint32_t to_f16(float value) {
    uint32_t bits = to_bits(value), sign = bits >> 16 & 0x8000, size = bits & 0x7fffffff;
    if (size > 0x7f800000) /* NaN: made quiet, so that it stays one with a short fraction */
        return sign | 0x7e00 | (size >> 13 & 0x3ff);
    if (size >= 0x477ff000) /* 65520, half way from the greatest to what would be 2^16 */
        return sign | 0x7c00;
    if (size < 0x38800000) { /* below 2^-14: a multiple of 2^-24 */
        uint32_t shift = 126 - (size >> 23), whole = (size & 0x7fffff) | 0x800000;
        if (shift > 24)
            return sign;
        uint32_t kept = whole >> shift, rest = whole & ((1u << shift) - 1),
                 half = 1u << (shift - 1);
        return sign | (kept + (rest > half || (rest == half && (kept & 1))));
    }
    size -= (127 - 15) << 23;
    return sign | (size + 0xfff + (size >> 13 & 1)) >> 13;
}

static uint32_t to_bf16(float value) {
    uint32_t bits = to_bits(value);
    if ((bits & 0x7fffffff) > 0x7f800000)
        return bits >> 16 | 0x40;
    return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

void bml_widen_(float *y, const unsigned char *bytes, size_t count, bml_dtype dtype) {
    if (dtype == BML_DTYPE_F32)
        for (size_t i = 0; i < count; i++)
            y[i] = from_bits(load32(bytes + 4 * i));
    else if (dtype == BML_DTYPE_F16)
        for (size_t i = 0; i < count; i++)
            y[i] = from_f16(load16(bytes + 2 * i));
    else
        for (size_t i = 0; i < count; i++)
            y[i] = from_bits(load16(bytes + 2 * i) << 16);
}

void bml_narrow_(unsigned char *bytes, const float *x, size_t count, bml_dtype dtype) {
    if (dtype == BML_DTYPE_F32)
        for (size_t i = 0; i < count; i++)
            store32(bytes + 4 * i, to_bits(x[i]));
    else if (dtype == BML_DTYPE_F16)
        for (size_t i = 0; i < count; i++)
            store16(bytes + 2 * i, to_f16(x[i]));
    else
        for (size_t i = 0; i < count; i++)
            store16(bytes + 2 * i, to_bf16(x[i]));
}
