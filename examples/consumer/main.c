/* y = x w + b for a batch whose size is read while running: consumer ROWS */
#include <stdio.h>
#include <stdlib.h>

#include <bendml/autodiff.h>

BML_DIM_RT(batch);
BML_DIM(in, 3);
BML_DIM(out, 2);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);
BML_VECTOR(out);

static bml_status run(size_t rows) {
    bml_dim_batch n;
    bml_mat(batch, in) x = {0};
    bml_mat(in, out) w = {0};
    bml_vec(out) b = {0};
    bml_mat(batch, out) y = {0};
    float first[2] = {0};
    bml_status status = bml_dim_check(&n, rows);
    if (!status)
        status = bml_alloc(&x, n, bml_dim(in));
    if (!status)
        status = bml_alloc(&w, bml_dim(in), bml_dim(out));
    if (!status)
        status = bml_alloc_vec(&b, bml_dim(out));
    if (!status)
        status = bml_alloc(&y, n, bml_dim(out));
    if (!status) {
        bml_fill(&x, 1);
        bml_fill(&w, 2);
        bml_fill(&b, 3);
        bml_linear(&y, &x, &w, &b);
        status = bml_read_row(first, 2, &y, 0);
    }
    if (!status)
        printf("%zu rows of %g %g\n", rows, (double)first[0], (double)first[1]);
    bml_free(&x);
    bml_free(&w);
    bml_free(&b);
    bml_free(&y);
    return status;
}

int main(int count, char **arguments) {
    if (run(count > 1 ? strtoul(arguments[1], NULL, 10) : 4) == BML_OK)
        return 0;
    fprintf(stderr, "consumer: %s\n", bml_error_text());
    return 1;
}
