/* Every operation with inputs that are const, as the arguments of a function are. */
#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM(in, 768);
BML_DIM(out, 768);
BML_DIM_RT(more);
BML_DIM_SUM(both, batch, more);
BML_SHAPE(batch, in);
BML_SHAPE(batch, out);
BML_SHAPE(in, out);
BML_SHAPE(out, in);
BML_SHAPE(more, in);
BML_SHAPE(both, in);
BML_VECTOR(in);
BML_VECTOR(out);
BML_VECTOR(batch);

void products(bml_mat(batch, out) * y, bml_mat(batch, in) * dx, bml_mat(in, out) * dw,
              bml_vec(in) * v, const bml_mat(batch, in) * x, const bml_mat(in, out) * w,
              const bml_mat(batch, out) * dy, const bml_vec(out) * b);
void products(bml_mat(batch, out) * y, bml_mat(batch, in) * dx, bml_mat(in, out) * dw,
              bml_vec(in) * v, const bml_mat(batch, in) * x, const bml_mat(in, out) * w,
              const bml_mat(batch, out) * dy, const bml_vec(out) * b) {
    bml_matmul(y, x, w);
    bml_matmul_nt(dx, dy, w);
    bml_matmul_tn(dw, x, dy);
    bml_gemm(y, 2, x, w, 1);
    bml_gemm_nt(dx, -0.5f, dy, w, 0);
    bml_gemm_tn(dw, 1, x, dy, 1);
    bml_matvec(v, w, b);
    bml_linear(y, x, w, b);
}

void elements(bml_mat(batch, in) * y, bml_vec(in) * sums, bml_mat(out, in) * t,
              const bml_mat(batch, in) * x, const bml_vec(in) * b, const bml_mat(in, out) * w);
void elements(bml_mat(batch, in) * y, bml_vec(in) * sums, bml_mat(out, in) * t,
              const bml_mat(batch, in) * x, const bml_vec(in) * b, const bml_mat(in, out) * w) {
    bml_add(y, x, x);
    bml_scale(y, 0.5f, x);
    bml_add_row(y, x, b);
    bml_relu(y, x);
    bml_relu_bwd(y, x, x);
    bml_sgd(y, 0.1f, x);
    bml_copy(y, x);
    bml_reshape(y, x);
    bml_col_sums(sums, x);
    bml_transpose(t, w);
}

void rows(bml_mat(both, in) * y, const bml_mat(batch, in) * a, const bml_mat(more, in) * b);
void rows(bml_mat(both, in) * y, const bml_mat(batch, in) * a, const bml_mat(more, in) * b) {
    bml_append_rows(y, a, b);
}

size_t scores(bml_ids(batch) * best, const bml_mat(batch, out) * x, const bml_ids(batch) * labels);
size_t scores(bml_ids(batch) * best, const bml_mat(batch, out) * x, const bml_ids(batch) * labels) {
    bml_argmax(best, x);
    return bml_count_correct(x, labels);
}

bml_status train(bml_mat(batch, in) * dx, bml_mat(batch, out) * dy, bml_mat(in, out) * w,
                 bml_mat(in, out) * dw, bml_vec(out) * b, bml_vec(out) * db, double *loss,
                 const bml_mat(batch, in) * x, const bml_mat(batch, out) * y,
                 const bml_ids(batch) * labels);
bml_status train(bml_mat(batch, in) * dx, bml_mat(batch, out) * dy, bml_mat(in, out) * w,
                 bml_mat(in, out) * dw, bml_vec(out) * b, bml_vec(out) * db, double *loss,
                 const bml_mat(batch, in) * x, const bml_mat(batch, out) * y,
                 const bml_ids(batch) * labels) {
    const bml_mat(batch, out) *const gradient = dy;
    const bml_mat(in, out) *const weight = w;
    bml_status status = bml_cross_entropy(dy, loss, y, labels);
    if (status != BML_OK)
        return status;
    bml_linear_bwd(dx, dw, db, gradient, x, weight);
    bml_linear_bwd((bml_mat(batch, in) *)NULL, dw, db, gradient, x, weight);
    bml_linear_bwd_input(dx, gradient, weight);
    bml_linear_sgd(w, b, 0.1f, gradient, x);
    bml_sgd(b, 0.1f, db);
    return bml_softmax_ce((bml_mat(batch, out) *)NULL, loss, y, labels);
}
