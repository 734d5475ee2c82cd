/* The example of tensor_array.h. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#include <bendml/tensor_array.h>

BML_DIM_RT(batch);
BML_DIM(in, 3);
BML_DIM(out, 2);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);

static int product(void) {
    bml_dim_batch n;
    bml_mat(batch, in) x = {0};
    bml_mat(in, out) w = {0};
    bml_mat(batch, out) y = {0};
    const float weights[] = {1, 2, 3, 4, 5, 6};
    if (bml_dim_check(&n, 4) || bml_alloc(&x, n, bml_dim(in)) ||
        bml_alloc(&w, bml_dim(in), bml_dim(out)) || bml_alloc(&y, n, bml_dim(out)) ||
        bml_from_list(&w, weights, 6)) {
        fprintf(stderr, "%s\n", bml_error_text());
        return 1;
    }
    bml_fill(&x, 1);
    bml_matmul(&y, &x, &w);
    float row[2];
    bml_status status = bml_read_row(row, 2, &y, 3);
    assert(status == BML_OK && row[0] == 9 && row[1] == 12);
    bml_free(&x);
    bml_free(&w);
    bml_free(&y);
    return 0;
}

int main(void) {
    return product();
}
