/* The example of tensor_list.h. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>

#include <bendml/tensor_list.h>

BML_DIM_RT(past);
BML_DIM(width, 4);
BML_DIM_SUM(next, past, vector_);
BML_SHAPE(past, width);
BML_SHAPE(next, width);
BML_VECTOR(width);

static bml_status continuations(void) {
    bml_dim_past n;
    bml_list(past, width) cache = {0};
    bml_list(next, width) yes = {0}, no = {0};
    bml_list_vec(width) a = {0}, b = {0};
    bml_status status = bml_dim_check(&n, 1000);
    if (!status)
        status = bml_list_fill(&a, bml_dim(vector_), bml_dim(width), 2);
    if (!status)
        status = bml_list_scale(&b, -1, &a);
    if (!status)
        status = bml_list_fill(&cache, n, bml_dim(width), 1);
    if (!status)
        status = bml_list_append_row(&yes, &cache, &a);
    if (!status)
        status = bml_list_append_row(&no, &cache, &b);
    if (!status) {
        assert(bml_list_get_row(&yes, 999) == bml_list_get_row(&no, 999)); /* shared */
        assert(bml_list_get_row(&yes, 1000)[0] == 2 && bml_list_get_row(&no, 1000)[0] == -2);
    }
    bml_list_free(&cache), bml_list_free(&yes), bml_list_free(&no);
    bml_list_free(&a), bml_list_free(&b);
    return status;
}

int main(void) {
    if (continuations() == BML_OK)
        return 0;
    fprintf(stderr, "%s\n", bml_error_text());
    return 1;
}
