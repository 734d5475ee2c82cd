/* The example of lemmas.h: a reshape that the compiler cannot prove. */
#undef NDEBUG
#include <assert.h>

#include <bendml/tensor_array.h>

BML_DIM_RT(file_rows);
BML_DIM_RT(heads);
BML_DIM(block, 32);
BML_DIM(head, 64);
BML_SHAPE(file_rows, block);
BML_SHAPE(heads, head);

static bml_status regroup(size_t file_size, size_t rows) {
    bml_dim_file_rows n;
    bml_dim_heads m;
    bml_mat(file_rows, block) from = {0};
    bml_mat(heads, head) to = {0};
    bml_eq same;
    bml_status status = bml_dim_check(&n, file_size / 32);
    if (!status)
        status = bml_dim_check(&m, rows);
    if (!status)
        status = bml_eq_check(&same, n.value * 32, m.value * 64);
    if (!status)
        status = bml_alloc(&from, n, bml_dim(block));
    if (!status)
        status = bml_alloc(&to, m, bml_dim(head));
    if (!status)
        bml_reshape_by(&to, &from, same);
    bml_free(&from);
    bml_free(&to);
    return status;
}

int main(void) {
    assert(regroup(640, 10) == BML_OK);
    assert(regroup(640, 11) == BML_ERROR_SIZE);
    return 0;
}
