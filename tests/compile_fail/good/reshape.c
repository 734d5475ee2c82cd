/* Numbers of elements that are equal for every run-time size: each is accepted once and for all. */
#include <bendml/tensor_array.h>

BML_DIM_RT(n);
BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM(two, 2);
BML_DIM(three, 3);
BML_DIM(six, 6);
BML_DIM(heads, 12);
BML_DIM(width, 64);
BML_DIM_PRODUCT(hidden, heads, width);
BML_DIM_TIMES(twice_n, n, 2);
BML_DIM_TIMES(six_n, twice_n, 3);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_DIM_PRODUCT(tokens_by_seq, seq, batch);
BML_DIM_PRODUCT(rows_of_heads, tokens, heads);
BML_DIM_PRODUCT(seq_of_hidden, hidden, seq);
BML_DIM_PRODUCT(pairs, seq, seq);
BML_DIM_TIMES(same_n, n, 1);

BML_SHAPE(n, six);
BML_SHAPE(twice_n, three);
BML_SHAPE(six, n);
BML_SHAPE(same_n, six);
BML_VECTOR(six_n);
BML_SHAPE(two, three);
BML_SHAPE(three, two);
BML_VECTOR(six);
BML_SHAPE(batch, seq);
BML_SHAPE(seq, batch);
BML_VECTOR(tokens);
BML_VECTOR(tokens_by_seq);
BML_SHAPE(tokens, hidden);
BML_SHAPE(tokens_by_seq, hidden);
BML_SHAPE(rows_of_heads, width);
BML_SHAPE(batch, seq_of_hidden);
BML_SHAPE(seq, seq);
BML_VECTOR(pairs);

void constants(bml_mat(two, three) * a, bml_mat(three, two) * b, bml_vec(six) * v);
void constants(bml_mat(two, three) * a, bml_mat(three, two) * b, bml_vec(six) * v) {
    bml_reshape(b, a);
    bml_reshape(a, b);
    bml_flatten(v, a);
    bml_reshape(b, v);
}

void one_atom(bml_mat(n, six) * a, bml_mat(twice_n, three) * b, bml_mat(six, n) * c,
              bml_mat(same_n, six) * d, bml_vec(six_n) * v);
void one_atom(bml_mat(n, six) * a, bml_mat(twice_n, three) * b, bml_mat(six, n) * c,
              bml_mat(same_n, six) * d, bml_vec(six_n) * v) {
    bml_reshape(b, a);
    bml_reshape(a, b);
    bml_reshape(c, b);
    bml_reshape(d, c);
    bml_flatten(v, d);
    bml_reshape(a, v);
}

void two_atoms(bml_mat(batch, seq) * a, bml_mat(seq, batch) * b, bml_vec(tokens) * v,
               bml_vec(tokens_by_seq) * w, bml_mat(seq, seq) * s, bml_vec(pairs) * p);
void two_atoms(bml_mat(batch, seq) * a, bml_mat(seq, batch) * b, bml_vec(tokens) * v,
               bml_vec(tokens_by_seq) * w, bml_mat(seq, seq) * s, bml_vec(pairs) * p) {
    bml_reshape(b, a);
    bml_flatten(v, a);
    bml_flatten(w, a);
    bml_flatten(v, w);
    bml_reshape(b, v);
    bml_flatten(p, s);
    bml_reshape(s, p);
}

void attention(bml_mat(tokens, hidden) * x, bml_mat(tokens_by_seq, hidden) * by_seq,
               bml_mat(rows_of_heads, width) * heads, bml_mat(batch, seq_of_hidden) * rows);
void attention(bml_mat(tokens, hidden) * x, bml_mat(tokens_by_seq, hidden) * by_seq,
               bml_mat(rows_of_heads, width) * heads, bml_mat(batch, seq_of_hidden) * rows) {
    bml_reshape(heads, x);
    bml_reshape(rows, heads);
    bml_reshape(by_seq, rows);
    bml_reshape(x, by_seq);
}
