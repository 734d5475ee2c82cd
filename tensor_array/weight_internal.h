/* The packed form of weights, as the header describes it. */
#ifndef BML_WEIGHT_INTERNAL_H
#define BML_WEIGHT_INTERNAL_H

#include <string.h>

#include "array_internal.h"

enum { BML_PANEL = 16, BML_UNIT = 64, BML_BLOCK = 32, BML_SCALES = 2 * BML_PANEL };

static inline size_t bml_units_(size_t k) {
    return k / BML_UNIT + (k % BML_UNIT != 0);
}

static inline size_t bml_panels_(size_t n) {
    return n / BML_PANEL + (n % BML_PANEL != 0);
}

static inline size_t bml_unit_bytes_(bml_format format) {
    size_t scales = BML_SCALES * sizeof(uint16_t);
    return format == BML_FORMAT_BF16 ? BML_UNIT * BML_PANEL * sizeof(uint16_t)
           : format == BML_FORMAT_Q8 ? scales + BML_UNIT * BML_PANEL
                                     : scales + BML_UNIT * BML_PANEL / 2;
}

/* Unit `unit` of panel `panel` of a packed weight. */
static inline const unsigned char *bml_unit_at_(const bml_weight_array *w, size_t panel,
                                                size_t unit) {
    return (const unsigned char *)w->data +
           (panel * bml_units_(w->rows) + unit) * bml_unit_bytes_(w->format);
}

static inline float bml_from_bf16_(uint16_t half) {
    uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint16_t bml_to_bf16_(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    if ((bits & 0x7fffffff) > 0x7f800000) /* made quiet, so that it stays a NaN */
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/* Packs 16 columns of 64 numbers; undoes it for one column. */
void bml_unit_pack_(unsigned char *unit, bml_format format,
                    const float columns[BML_PANEL][BML_UNIT]);
void bml_unit_column_(float numbers[BML_UNIT], bml_format format, const unsigned char *unit,
                      size_t column);

#endif
