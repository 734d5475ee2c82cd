/* Bands and slices in products, and views of views. */
#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM(in, 784);
BML_DIM(out, 10);
BML_DIM(half, 392);
BML_DIM(quarter, 196);
BML_DIM_RT(some);
BML_SHAPE(batch, in);
BML_SHAPE(batch, out);
BML_SHAPE(batch, half);
BML_SHAPE(batch, quarter);
BML_SHAPE(batch, some);
BML_SHAPE(in, out);
BML_SHAPE(out, in);
BML_VECTOR(in);
BML_VECTOR(out);
BML_VECTOR(batch);

void bands(bml_mat(batch, out) * y, const bml_mat(batch, in) * x, const bml_mat(in, out) * w,
           const bml_vec(out) * b);
void bands(bml_mat(batch, out) * y, const bml_mat(batch, in) * x, const bml_mat(in, out) * w,
           const bml_vec(out) * b) {
    for (size_t i = 0; i < 4; i++) {
        bml_mat_band(batch, in) part;
        bml_mat_band(batch, out) result;
        bml_band(&part, x, i, 4);
        bml_band(&result, y, i, 4);
        bml_linear(&result, &part, w, b);
        bml_relu(&result, &result);
    }
}

void vector_bands(bml_vec(batch) * y, const bml_mat(batch, in) * x, const bml_vec(in) * v);
void vector_bands(bml_vec(batch) * y, const bml_mat(batch, in) * x, const bml_vec(in) * v) {
    bml_mat_band(batch, in) part;
    bml_vec_band(batch) result;
    bml_band(&part, x, 0, 2);
    bml_band_vec(&result, y, 0, 2);
    bml_matvec(&result, &part, v);
}

void weight_bands(bml_mat(batch, out) * y, const bml_mat(batch, in) * x, const bml_mat(out, in) * w,
                  bml_mat_band(out, in) * half_of_w, bml_vec_band(out) * half_of_y,
                  const bml_vec(in) * v);
void weight_bands(bml_mat(batch, out) * y, const bml_mat(batch, in) * x, const bml_mat(out, in) * w,
                  bml_mat_band(out, in) * half_of_w, bml_vec_band(out) * half_of_y,
                  const bml_vec(in) * v) {
    bml_matmul_nt(y, x, w);
    bml_band(half_of_w, w, 1, 2);
    bml_matvec(half_of_y, half_of_w, v);
}

void slices(const bml_mat(batch, in) * x, bml_mat(batch, quarter) * inner,
            bml_mat(batch, some) * any, bml_dim_some width);
void slices(const bml_mat(batch, in) * x, bml_mat(batch, quarter) * inner,
            bml_mat(batch, some) * any, bml_dim_some width) {
    bml_mat(batch, half) outer;
    bml_mat_band(batch, half) band;
    bml_mat_band(batch, quarter) slice_of_band;
    bml_columns(&outer, x, 392, bml_dim(half));
    bml_columns(inner, &outer, 0, bml_dim(quarter));
    bml_columns(any, &outer, 0, width);
    bml_band(&band, &outer, 0, 2);
    bml_columns(&slice_of_band, &band, 0, bml_dim(quarter));
    bml_fill(&slice_of_band, 0);
}
