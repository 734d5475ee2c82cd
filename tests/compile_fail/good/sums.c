/* Sums that are monomials again, and sums that are sizes of their own. */
#include <bendml/tensor_array.h>

BML_DIM_RT(n);
BML_DIM_RT(old);
BML_DIM_RT(fresh);
BML_DIM_RT(seq);
BML_DIM(two, 2);
BML_DIM(three, 3);
BML_DIM(five, 5);
BML_DIM_SUM(two_and_three, two, three);
BML_DIM_TIMES(twice_n, n, 2);
BML_DIM_TIMES(thrice_n, n, 3);
BML_DIM_TIMES(five_n, n, 5);
BML_DIM_SUM(five_n_in_two, twice_n, thrice_n);
BML_DIM_SUM(all, old, fresh);
BML_DIM_SUM(all_and_two, all, two);
BML_DIM_TIMES(twice_all, all, 2);
BML_DIM_PRODUCT(grid, n, seq);
BML_DIM_SUM(two_grids, grid, grid);
BML_DIM_TIMES(twice_grid, grid, 2);

BML_SHAPE(two, n);
BML_SHAPE(three, n);
BML_SHAPE(five, n);
BML_SHAPE(two_and_three, n);
BML_SHAPE(twice_n, three);
BML_SHAPE(thrice_n, three);
BML_SHAPE(five_n, three);
BML_SHAPE(five_n_in_two, three);
BML_SHAPE(n, five);
BML_SHAPE(old, five);
BML_SHAPE(fresh, five);
BML_SHAPE(all, five);
BML_SHAPE(two, five);
BML_SHAPE(all_and_two, five);
BML_SHAPE(grid, two);
BML_SHAPE(two_grids, two);
BML_SHAPE(twice_grid, two);

void constants(bml_mat(two_and_three, n) * y, bml_mat(five, n) * z, const bml_mat(two, n) * a,
               const bml_mat(three, n) * b, bml_mat(n, five) * t);
void constants(bml_mat(two_and_three, n) * y, bml_mat(five, n) * z, const bml_mat(two, n) * a,
               const bml_mat(three, n) * b, bml_mat(n, five) * t) {
    bml_append_rows(y, a, b);
    bml_reshape(z, y);
    bml_reshape(t, y);
}

void multiples(bml_mat(five_n_in_two, three) * y, bml_mat(five_n, three) * z,
               const bml_mat(twice_n, three) * a, const bml_mat(thrice_n, three) * b);
void multiples(bml_mat(five_n_in_two, three) * y, bml_mat(five_n, three) * z,
               const bml_mat(twice_n, three) * a, const bml_mat(thrice_n, three) * b) {
    bml_append_rows(y, a, b);
    bml_reshape(z, y);
}

void own_sizes(bml_mat(all, five) * y, bml_mat(all_and_two, five) * z, const bml_mat(old, five) * a,
               const bml_mat(fresh, five) * b, const bml_mat(two, five) * c);
void own_sizes(bml_mat(all, five) * y, bml_mat(all_and_two, five) * z, const bml_mat(old, five) * a,
               const bml_mat(fresh, five) * b, const bml_mat(two, five) * c) {
    bml_append_rows(y, a, b);
    bml_append_rows(z, y, c);
}

void products(bml_mat(two_grids, two) * y, bml_mat(twice_grid, two) * z,
              const bml_mat(grid, two) * a);
void products(bml_mat(two_grids, two) * y, bml_mat(twice_grid, two) * z,
              const bml_mat(grid, two) * a) {
    bml_append_rows(y, a, a);
    bml_reshape(z, y);
}

bml_status witnesses(const bml_dim_old a, const bml_dim_fresh b, bml_dim_all_and_two *sum);
bml_status witnesses(const bml_dim_old a, const bml_dim_fresh b, bml_dim_all_and_two *sum) {
    bml_dim_all all;
    bml_dim_twice_all twice;
    bml_dim_two_and_three five;
    if (bml_dim_sum(&all, a, b) || bml_dim_times(&twice, all))
        return BML_ERROR_SIZE;
    if (bml_dim_sum(&five, bml_dim(two), bml_dim(three)) || five.value != bml_dim(five).value)
        return BML_ERROR_SIZE;
    return bml_dim_sum(sum, all, bml_dim(two));
}
