/* The example of autodiff.h: y = x w + b learns two classes. */
#undef NDEBUG
#include <assert.h>

#include <bendml/autodiff.h>

BML_DIM(batch, 4);
BML_DIM(in, 2);
BML_DIM(out, 2);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);
BML_VECTOR(batch);
BML_VECTOR(out);

int main(void) {
    bml_mat(batch, in) x, dx;
    bml_mat(in, out) w, dw;
    bml_mat(batch, out) y, dy;
    bml_vec(out) b, db;
    bml_ids(batch) labels;
    const float points[] = {1, 0, 2, 1, 0, 1, 1, 2};
    const uint32_t classes[] = {0, 0, 1, 1};
    bml_status status =
        bml_alloc(&x, bml_dim(batch), bml_dim(in)) || bml_alloc(&dx, bml_dim(batch), bml_dim(in)) ||
        bml_alloc(&w, bml_dim(in), bml_dim(out)) || bml_alloc(&dw, bml_dim(in), bml_dim(out)) ||
        bml_alloc(&y, bml_dim(batch), bml_dim(out)) ||
        bml_alloc(&dy, bml_dim(batch), bml_dim(out)) || bml_alloc_vec(&b, bml_dim(out)) ||
        bml_alloc_vec(&db, bml_dim(out)) || bml_alloc_ids(&labels, bml_dim(batch)) ||
        bml_from_list(&x, points, 8) || bml_ids_from_list(&labels, classes, 4, 2);
    double first = 0, loss = 0;
    for (int step = 0; !status && step < 100; step++) {
        bml_linear(&y, &x, &w, &b);
        status = bml_softmax_ce(&dy, &loss, &y, &labels);
        bml_linear_bwd(&dx, &dw, &db, &dy, &x, &w);
        bml_sgd(&w, 0.5f, &dw);
        bml_sgd(&b, 0.5f, &db);
        first = step ? first : loss;
    }
    assert(!status && first > 0.69 && loss < 0.1 && bml_count_correct(&y, &labels) == 4);
    bml_free(&x), bml_free(&dx), bml_free(&w), bml_free(&dw), bml_free(&y), bml_free(&dy);
    bml_free(&b), bml_free(&db), bml_free_ids(&labels);
    return 0;
}
