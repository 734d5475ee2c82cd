/* Dimensions may have the names of this library's macros, of types and of each other's parts. */
#include <bendml/tensor_array.h>

BML_DIM(check, 3);
BML_DIM_RT(times);
BML_DIM_RT(product);
BML_DIM_PRODUCT(sum, times, product);
BML_DIM(band, 4);
BML_DIM(x, 5);
BML_DIM(x_x_x, 6);
BML_DIM_TIMES(value, times, 2);
BML_DIM_SUM(left, value, times);
BML_DIM(row, 7);
BML_DIM(col, 8);
BML_SHAPE(check, times);
BML_SHAPE(times, sum);
BML_SHAPE(check, sum);
BML_SHAPE(band, x);
BML_SHAPE(x, x_x_x);
BML_SHAPE(band, x_x_x);
BML_SHAPE(row, col);
BML_SHAPE(left, x);
BML_VECTOR(band);
BML_VECTOR(row);

void multiply(bml_mat(check, sum) * y, const bml_mat(check, times) * a,
              const bml_mat(times, sum) * b, bml_mat(band, x_x_x) * z, const bml_mat(band, x) * c,
              const bml_mat(x, x_x_x) * d);
void multiply(bml_mat(check, sum) * y, const bml_mat(check, times) * a,
              const bml_mat(times, sum) * b, bml_mat(band, x_x_x) * z, const bml_mat(band, x) * c,
              const bml_mat(x, x_x_x) * d) {
    bml_matmul(y, a, b);
    bml_matmul(z, c, d);
}

bml_status sizes(bml_dim_times times, bml_dim_left *left);
bml_status sizes(bml_dim_times times, bml_dim_left *left) {
    bml_dim_product product;
    bml_dim_sum sum;
    bml_dim_value value;
    if (bml_dim_check(&product, 5) || bml_dim_product(&sum, times, product))
        return BML_ERROR_SIZE;
    if (bml_dim_times(&value, times))
        return BML_ERROR_SIZE;
    return bml_dim_sum(left, value, times);
}
