/* Weights: views, the packed form, and one column of them. */
#include "weight_internal.h"

const char *bml_format_name(bml_format format) {
    static const char *const names[BML_FORMAT_COUNT] = {"f32", "bf16", "q8", "q4"};
    return (unsigned)format < BML_FORMAT_COUNT ? names[format] : "unknown";
}

void bml_weight_array_view(bml_weight_array *w, bml_transpose op, const bml_array *x) {
    bool transposed = op == BML_TRANSPOSE;
    *w = (bml_weight_array){.data = x->data,
                            .rows = transposed ? x->cols : x->rows,
                            .cols = transposed ? x->rows : x->cols,
                            .stride = x->stride,
                            .format = BML_FORMAT_F32,
                            .transposed = transposed};
}

void bml_weight_array_free(bml_weight_array *w) {
    if (!w)
        return;
    bml_release_(w->owned);
    *w = (bml_weight_array){0};
}

bml_status bml_weight_array_bytes(size_t *bytes, bml_format format, size_t k, size_t n) {
    if ((unsigned)format >= BML_FORMAT_COUNT)
        return bml_fail_(BML_ERROR_UNSUPPORTED, "weight: found format %u, expected one below %u",
                         (unsigned)format, (unsigned)BML_FORMAT_COUNT);
    bool plain = format == BML_FORMAT_F32;
    size_t size, rows = plain ? k : bml_panels_(n), cols = plain ? n : bml_units_(k);
    bml_status status = bml_size_times_(&size, rows, cols, "numbers of a weight");
    if (!status)
        status = bml_size_times_(&size, size, plain ? sizeof(float) : bml_unit_bytes_(format),
                                 "bytes of a weight");
    if (!status)
        *bytes = size;
    return status;
}

bml_status bml_weight_array_from_bytes(bml_weight_array *w, bml_format format, size_t k, size_t n,
                                       const void *bytes, size_t size) {
    size_t expected;
    bml_status status = bml_weight_array_bytes(&expected, format, k, n);
    if (status)
        return status;
    if (size != expected)
        return bml_fail_(BML_ERROR_SIZE, "weight: found %zu bytes, expected %zu for %s [%zu,%zu]",
                         size, expected, bml_format_name(format), k, n);
    if (format == BML_FORMAT_F32 && (uintptr_t)bytes % sizeof(float) != 0)
        return bml_fail_(BML_ERROR_UNSUPPORTED,
                         "weight: found f32 at an address that is no multiple of 4");
    *w = (bml_weight_array){.data = bytes,
                            .rows = k,
                            .cols = n,
                            .stride = format == BML_FORMAT_F32 ? n : 0,
                            .format = format};
    return BML_OK;
}

typedef struct pack_task {
    unsigned char *to;
    const bml_weight_array *from; /* in f32 */
    bml_format format;
} pack_task;

/* Element (k, n) of a weight in f32. */
static float at(const bml_weight_array *w, size_t k, size_t n) {
    const float *data = w->data;
    return w->transposed ? data[n * w->stride + k] : data[k * w->stride + n];
}

/* Unit `unit` of panel `panel`, zeros where it goes over the edge. */
static void gather(float columns[BML_PANEL][BML_UNIT], const bml_weight_array *w, size_t panel,
                   size_t unit) {
    for (size_t j = 0; j < BML_PANEL; j++)
        for (size_t i = 0; i < BML_UNIT; i++) {
            size_t k = unit * BML_UNIT + i, n = panel * BML_PANEL + j;
            columns[j][i] = k < w->rows && n < w->cols ? at(w, k, n) : 0;
        }
}

static void pack_panels(void *context, size_t first, size_t last) {
    const pack_task *task = context;
    size_t units = bml_units_(task->from->rows), size = bml_unit_bytes_(task->format);
    float columns[BML_PANEL][BML_UNIT];
    for (size_t panel = first; panel < last; panel++)
        for (size_t unit = 0; unit < units; unit++) {
            gather(columns, task->from, panel, unit);
            bml_unit_pack_(task->to + (panel * units + unit) * size, task->format,
                           (const float(*)[BML_UNIT])columns);
        }
}

static void copy_rows(void *context, size_t first, size_t last) {
    const pack_task *task = context;
    float *to = (float *)(void *)task->to;
    for (size_t k = first; k < last; k++)
        for (size_t n = 0; n < task->from->cols; n++)
            to[k * task->from->cols + n] = at(task->from, k, n);
}

bml_status bml_weight_array_pack(bml_weight_array *w, bml_format format, bml_transpose op,
                                 const bml_array *x) {
    bml_weight_array from, packed;
    size_t bytes;
    void *data = NULL;
    bml_weight_array_view(&from, op, x);
    bml_status status = bml_weight_array_bytes(&bytes, format, from.rows, from.cols);
    if (!status)
        status = bml_allocate_(&data, bytes, 1, "weight");
    if (!status)
        status = bml_weight_array_from_bytes(&packed, format, from.rows, from.cols, data, bytes);
    if (status)
        return status;
    pack_task task = {data, &from, format};
    if (format == BML_FORMAT_F32)
        bml_parallel_(from.rows, 1, 1, copy_rows, &task);
    else
        bml_parallel_(bml_panels_(from.cols), 1, 1, pack_panels, &task);
    packed.owned = data;
    *w = packed;
    return BML_OK;
}

/* v [K] := column n of W. */
static void column(float *v, const bml_weight_array *w, size_t n) {
    float numbers[BML_UNIT];
    if (w->format == BML_FORMAT_F32) {
        for (size_t k = 0; k < w->rows; k++)
            v[k] = at(w, k, n);
        return;
    }
    for (size_t first = 0; first < w->rows; first += BML_UNIT) {
        size_t left = w->rows - first, count = left < BML_UNIT ? left : BML_UNIT;
        bml_unit_column_(numbers, w->format, bml_unit_at_(w, n / BML_PANEL, first / BML_UNIT),
                         n % BML_PANEL);
        memcpy(v + first, numbers, count * sizeof *v);
    }
}

bml_status bml_weight_array_column(bml_array *v, const bml_weight_array *w, size_t n) {
    if (n >= w->cols)
        return bml_fail_(BML_ERROR_RANGE,
                         "bml_weight_column: found column %zu, expected one below %zu", n, w->cols);
    if (bml_need_shape_("bml_weight_column", v, 1, w->rows))
        column(v->data, w, n);
    return BML_OK;
}
