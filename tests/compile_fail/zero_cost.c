/* Each function by the typed macros (-DTYPED), and by the functions underneath: the code must be
 * the same. */
#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM(in, 784);
BML_DIM(out, 10);
BML_DIM(half, 392);
BML_DIM(twice, 20);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);
BML_SHAPE(batch, half);
BML_SHAPE(half, twice);
BML_VECTOR(out);
BML_VECTOR(in);
BML_VECTOR(batch);

typedef bml_mat(batch, in) input;
typedef bml_mat(in, out) weight;
typedef bml_mat(batch, out) output;
typedef bml_vec(out) bias;

#ifdef TYPED
#define CALL(typed, untyped) typed
#else
#define CALL(typed, untyped) untyped
#endif

#define FUNCTION(type, name, ...) \
    type name(__VA_ARGS__); \
    type name(__VA_ARGS__)

FUNCTION(void, matmul, output *y, const input *x, const weight *w) {
    CALL(bml_matmul(y, x, w),
         bml_array_gemm(&y->raw, 1, BML_NO_TRANSPOSE, &x->raw, BML_NO_TRANSPOSE, &w->raw, 0));
}

FUNCTION(void, matmul_tn, weight *dw, const input *x, const output *dy) {
    CALL(bml_matmul_tn(dw, x, dy),
         bml_array_gemm(&dw->raw, 1, BML_TRANSPOSE, &x->raw, BML_NO_TRANSPOSE, &dy->raw, 0));
}

FUNCTION(void, matvec, bml_vec(in) * y, const weight *w, const bias *x) {
    CALL(bml_matvec(y, w, x), bml_array_matvec(&y->raw, &w->raw, &x->raw));
}

FUNCTION(void, matmul_weight, output *y, const input *x, const bml_weight(in, out) * w) {
    CALL(bml_matmul_weight(y, x, w), bml_array_matmul_weight(&y->raw, &x->raw, &w->raw));
}

FUNCTION(void, add_row, output *y, const output *x, const bias *b) {
    CALL(bml_add_row(y, x, b), bml_array_add_row(&y->raw, &x->raw, &b->raw));
}

FUNCTION(void, relu, output *y, const output *x) {
    CALL(bml_relu(y, x), bml_array_relu(&y->raw, &x->raw));
}

FUNCTION(void, reshape, bml_mat(half, twice) * y, const weight *x) {
    CALL(bml_reshape(y, x), bml_array_reshape(&y->raw, &x->raw));
}

FUNCTION(void, columns, bml_mat(batch, half) * view, const input *x, size_t first) {
    CALL(bml_columns(view, x, first, bml_dim(half)),
         bml_array_columns(&view->raw, &x->raw, first, 392));
}

FUNCTION(void, linear_bwd, input *dx, weight *dw, bias *db, const output *dy, const input *x,
         const weight *w) {
    CALL(bml_linear_bwd(dx, dw, db, dy, x, w),
         bml_array_linear_bwd(&dx->raw, &dw->raw, &db->raw, &dy->raw, &x->raw, &w->raw));
}

FUNCTION(void, network, output *y, const input *x, const weight *w, const bias *b, int steps) {
    for (int i = 0; i < steps; i++, y++, x++) {
        CALL(bml_linear(y, x, w, b), bml_array_linear(&y->raw, &x->raw, &w->raw, &b->raw));
        CALL(bml_relu(y, y), bml_array_relu(&y->raw, &y->raw));
    }
}

FUNCTION(bml_status, make, input *x, bml_dim_batch n) {
    return CALL(bml_alloc(x, n, bml_dim(in)), bml_array_alloc(&x->raw, n.value, 784));
}

FUNCTION(bml_status, sizes, bml_dim_batch *n, bml_dim_seq s, size_t size, bml_dim_tokens *tokens) {
    if (CALL(bml_dim_check(n, size), bml_size_check_(&n->value, size, 0, "n")))
        return BML_ERROR_SIZE;
    return CALL(bml_dim_product(tokens, *n, s),
                bml_size_times_(&tokens->value, n->value, s.value, "tokens"));
}

FUNCTION(size_t, correct, const output *x, const bml_ids(batch) * labels) {
    return CALL(bml_count_correct(x, labels), bml_array_count_correct(&x->raw, &labels->raw));
}
