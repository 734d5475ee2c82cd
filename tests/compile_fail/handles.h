/* The dimensions, handles and witnesses that the cases speak of. They are only declared: a case is
 * compiled, never linked. A handle is named after its shape, `two_x_three`. */
#ifndef HANDLES_H
#define HANDLES_H

#include <bendml/autodiff.h>

/* The case itself: the right form of a line, and the wrong form, which must not compile. */
#ifdef BAD
#define CHOSEN(right, wrong) wrong
#else
#define CHOSEN(right, wrong) right
#endif

#define OPERATION(right, wrong) \
    void operation(void); \
    void operation(void) { \
        CHOSEN(right, wrong); \
    }
#define STATUS(right, wrong) \
    bml_status status(void); \
    bml_status status(void) { \
        return CHOSEN(right, wrong); \
    }

#define SIZE(name) extern bml_dim_##name size_##name
#define MATRIX(R, C) \
    BML_SHAPE(R, C); \
    extern bml_mat(R, C) R##_x_##C; \
    extern bml_weight(R, C) weight_##R##_x_##C; \
    extern bml_mat_band(R, C) band_##R##_x_##C
#define VECTOR(C) \
    BML_VECTOR(C); \
    extern bml_vec(C) vec_##C; \
    extern bml_vec_band(C) band_vec_##C; \
    extern bml_ids(C) ids_##C; \
    extern bml_ids_band(C) band_ids_##C

BML_DIM(two, 2);
BML_DIM(three, 3);
BML_DIM(four, 4);
BML_DIM(five, 5);
BML_DIM(six, 6);
BML_DIM(d_in, 768);
BML_DIM(d_out, 768);
BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM_RT(n);
BML_DIM_RT(m);
BML_DIM_TIMES(twice_n, n, 2);
BML_DIM_TIMES(thrice_n, n, 3);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_DIM_PRODUCT(pairs, seq, seq);
BML_DIM_SUM(n_then_m, n, m);

SIZE(two);
SIZE(three);
SIZE(five);
SIZE(batch);
SIZE(seq);
SIZE(n);
SIZE(m);
SIZE(twice_n);
SIZE(thrice_n);
SIZE(tokens);
SIZE(n_then_m);
extern size_t count;
extern double loss;

MATRIX(two, three);
MATRIX(two, four);
MATRIX(two, five);
MATRIX(three, two);
MATRIX(three, five);
MATRIX(four, three);
MATRIX(four, five);
MATRIX(five, three);
MATRIX(five, two);
MATRIX(five, four);
MATRIX(d_in, d_out);
MATRIX(d_out, d_in);
MATRIX(batch, d_in);
MATRIX(batch, d_out);
MATRIX(batch, three);
MATRIX(batch, five);
MATRIX(seq, three);
MATRIX(seq, five);
MATRIX(batch, seq);
MATRIX(seq, seq);
MATRIX(tokens, three);
MATRIX(pairs, three);
MATRIX(n, three);
MATRIX(n, five);
MATRIX(n, six);
MATRIX(m, three);
MATRIX(m, five);
MATRIX(m, six);
MATRIX(twice_n, three);
MATRIX(n_then_m, three);
MATRIX(n_then_m, five);

VECTOR(two);
VECTOR(three);
VECTOR(four);
VECTOR(five);
VECTOR(d_in);
VECTOR(d_out);
VECTOR(batch);
VECTOR(seq);
VECTOR(tokens);
VECTOR(pairs);

#endif
