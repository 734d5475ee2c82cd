/* The example of bendml/shape.h, and the sizes that it speaks of. */
#undef NDEBUG
#include <assert.h>

#include <bendml/tensor_array.h>

BML_DIM_RT(batch);
BML_DIM(in, 784);
BML_DIM(out, 10);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);

static void forward(bml_mat(batch, out) * y, const bml_mat(batch, in) * x,
                    const bml_mat(in, out) * w) {
    bml_matmul(y, x, w); // and bml_matmul(y, w, x) does not compile
}

BML_DIM_RT(seq);
BML_DIM_TIMES(pairs, batch, 2);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_DIM_SUM(total, batch, seq);
BML_DIM(half, 392);
BML_SHAPE(pairs, half);

/* A witness is made once, where the size comes in. */
static void sizes(bml_dim_batch n) {
    bml_dim_seq length;
    bml_dim_pairs twice;
    bml_dim_tokens product;
    bml_dim_total sum;
    bml_dim_out ten;
    assert(bml_dim_check(&length, 5) == BML_OK);
    assert(bml_dim_times(&twice, n) == BML_OK && twice.value == 6);
    assert(bml_dim_product(&product, n, length) == BML_OK && product.value == 15);
    assert(bml_dim_sum(&sum, n, length) == BML_OK && sum.value == 8);
    assert(bml_dim_check(&ten, 10) == BML_OK && ten.value == bml_dim(out).value);
    assert(bml_dim_check(&ten, 11) == BML_ERROR_SIZE && ten.value == 10);
}

/* batch * 784 is (2 batch) * 392 for every batch. */
static void halves(const bml_mat(batch, in) * x, bml_dim_batch n) {
    bml_dim_pairs twice;
    bml_mat(pairs, half) y;
    assert(bml_dim_times(&twice, n) == BML_OK);
    assert(bml_alloc(&y, twice, bml_dim(half)) == BML_OK);
    bml_reshape(&y, x);
    float second[392], row[784];
    assert(bml_read_row(second, 392, &y, 1) == BML_OK && bml_read_row(row, 784, x, 0) == BML_OK);
    for (int j = 0; j < 392; j++)
        assert(second[j] == row[392 + j]);
    bml_free(&y);
}

int main(void) {
    bml_dim_batch n;
    bml_mat(batch, in) x;
    bml_mat(in, out) w;
    bml_mat(batch, out) y;
    assert(bml_dim_check(&n, 3) == BML_OK);
    assert(bml_alloc(&x, n, bml_dim(in)) == BML_OK);
    assert(bml_alloc(&w, bml_dim(in), bml_dim(out)) == BML_OK);
    assert(bml_alloc(&y, n, bml_dim(out)) == BML_OK);

    float row[784];
    for (int j = 0; j < 784; j++)
        row[j] = (float)j;
    assert(bml_write_row(&x, 0, row, 784) == BML_OK);
    bml_fill(&w, 2);
    forward(&y, &x, &w);

    float sums[3 * 10];
    assert(bml_to_list(sums, 30, &y) == BML_OK);
    assert(sums[0] == 2 * (783 * 784 / 2) && sums[9] == sums[0] && sums[10] == 0);
    sizes(n);
    halves(&x, n);
    bml_free(&x);
    bml_free(&w);
    bml_free(&y);
    return 0;
}
