/* Lists with inputs that are const, vectors as matrices of one row, rows appended one by one. */
#include <bendml/tensor_list.h>

BML_DIM_RT(past);
BML_DIM(in, 768);
BML_DIM(out, 768);
BML_DIM(head, 64);
BML_DIM_SUM(next, past, vector_);
BML_DIM_SUM(after, next, vector_);
BML_SHAPE(past, in);
BML_SHAPE(past, out);
BML_SHAPE(past, head);
BML_SHAPE(next, in);
BML_SHAPE(after, in);
BML_SHAPE(in, out);
BML_SHAPE(in, past);
BML_VECTOR(in);
BML_VECTOR(out);

bml_status layer(bml_list(past, out) * y, bml_list(in, out) * dw, const bml_list(past, in) * x,
                 const bml_list(in, out) * w, const bml_list_vec(out) * b);
bml_status layer(bml_list(past, out) * y, bml_list(in, out) * dw, const bml_list(past, in) * x,
                 const bml_list(in, out) * w, const bml_list_vec(out) * b) {
    if (bml_list_matmul(y, x, w) || bml_list_add_row(y, y, b) || bml_list_relu(y, y) ||
        bml_list_layernorm(y, y, b, b, 1e-5f))
        return BML_ERROR_MEMORY;
    return bml_list_matmul_tn(dw, x, y);
}

bml_status vectors(bml_list_vec(out) * y, const bml_list_vec(in) * x, const bml_list(in, out) * w);
bml_status vectors(bml_list_vec(out) * y, const bml_list_vec(in) * x, const bml_list(in, out) * w) {
    if (bml_list_matmul(y, x, w) || bml_list_zeros(y, bml_dim(vector_), bml_dim(out)))
        return BML_ERROR_MEMORY;
    return bml_list_add_row(y, y, y);
}

bml_status grow(bml_list(after, in) * z, const bml_list(past, in) * x, const bml_list_vec(in) * v,
                bml_dim_past past);
bml_status grow(bml_list(after, in) * z, const bml_list(past, in) * x, const bml_list_vec(in) * v,
                bml_dim_past past) {
    bml_list(next, in) y = {0};
    bml_list(past, head) part = {0};
    bml_list(past, in) back = {0};
    bml_status status = bml_list_append_row(&y, x, v);
    if (!status)
        status = bml_list_append_row(z, &y, v);
    if (!status)
        status = bml_list_slice(&back, z, 2, past);
    if (!status)
        status = bml_list_columns(&part, &back, 64, bml_dim(head));
    bml_list_free(&y);
    bml_list_free(&part);
    bml_list_free(&back);
    return status;
}

bml_status arrays(bml_mat(past, in) * y, bml_list(past, in) * x, const bml_mat(past, in) * from);
bml_status arrays(bml_mat(past, in) * y, bml_list(past, in) * x, const bml_mat(past, in) * from) {
    bml_status status = bml_list_from_array(x, from);
    bml_list_to_array(y, x);
    bml_list_share(x, x);
    return status;
}
