/* Linear layers: forward against the definition, backward against central differences, one step of
 * SGD. */
#include <bendml/autodiff.h>

#include <math.h>
#include <string.h>

#include "expect.h"
#include "random.h"
#include "tensor_array/array_internal.h"

BML_DIM_RT(batch);
BML_DIM_RT(in);
BML_DIM_RT(out);
BML_SHAPE(batch, in);
BML_SHAPE(in, out);
BML_SHAPE(batch, out);
BML_VECTOR(batch);
BML_VECTOR(out);

typedef struct layer {
    bml_mat(batch, in) x, dx;
    bml_mat(in, out) w, dw;
    bml_vec(out) b, db;
    bml_mat(batch, out) y, dy;
    bml_ids(batch) labels;
} layer;

static layer make_layer(size_t batch, size_t in, size_t out) {
    layer l = {.x = {bml_test_random_view(batch, in)},
               .dx = {bml_test_random_view(batch, in)},
               .w = {bml_test_random_view(in, out)},
               .dw = {bml_test_random_view(in, out)},
               .b = {bml_test_random_view(1, out)},
               .db = {bml_test_random_view(1, out)},
               .y = {bml_test_random_view(batch, out)},
               .dy = {bml_test_random_view(batch, out)}};
    bml_dim_batch n;
    ASSERT_OK(bml_dim_check(&n, batch));
    ASSERT_OK(bml_alloc_ids(&l.labels, n));
    for (size_t i = 0; i < batch; i++)
        l.labels.raw.data[i] = bml_test_random((uint32_t)out);
    return l;
}

static void free_layer(layer *l) {
    bml_array *all[] = {&l->x.raw, &l->dx.raw, &l->w.raw, &l->dw.raw,
                        &l->b.raw, &l->db.raw, &l->y.raw, &l->dy.raw};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bml_test_release(all[i]);
    bml_free_ids(&l->labels);
}

static void forward(void **state) {
    (void)state;
    layer l = make_layer(7, 300, 19);
    bml_linear(&l.y, &l.x, &l.w, &l.b);
    for (size_t i = 0; i < 7; i++)
        for (size_t j = 0; j < 19; j++) {
            double sum = (double)l.b.raw.data[j];
            for (size_t k = 0; k < 300; k++)
                sum += (double)bml_row_(&l.x.raw, i)[k] * (double)bml_row_(&l.w.raw, k)[j];
            ASSERT_NEAR(bml_row_(&l.y.raw, i)[j], sum, 1e-4);
        }
    free_layer(&l);
}

/* The mean cross entropy of the layer, in f64 from its f32 numbers. */
static double loss_of(const layer *l) {
    double total = 0;
    for (size_t i = 0; i < l->x.raw.rows; i++) {
        double z[32], sum = 0;
        for (size_t j = 0; j < l->w.raw.cols; j++) {
            z[j] = (double)l->b.raw.data[j];
            for (size_t k = 0; k < l->w.raw.rows; k++)
                z[j] += (double)bml_row_(&l->x.raw, i)[k] * (double)bml_row_(&l->w.raw, k)[j];
            sum += exp(z[j]);
        }
        total += log(sum) - z[l->labels.raw.data[i]];
    }
    return total / (double)l->x.raw.rows;
}

static void check_gradient(const layer *l, bml_array *of, const bml_array *found) {
    const float step = 0x1p-7f;
    for (size_t i = 0; i < of->rows; i++)
        for (size_t j = 0; j < of->cols; j++) {
            float *at = bml_row_(of, i) + j, kept = *at;
            *at = kept + step;
            double up = loss_of(l), width = (double)*at;
            *at = kept - step;
            double down = loss_of(l);
            width -= (double)*at;
            *at = kept;
            ASSERT_NEAR(bml_row_(found, i)[j], (up - down) / width, 2e-5);
        }
}

static void backward(void **state) {
    (void)state;
    layer l = make_layer(5, 11, 7);
    double loss;
    bml_linear(&l.y, &l.x, &l.w, &l.b);
    ASSERT_OK(bml_cross_entropy(&l.dy, &loss, &l.y, &l.labels));
    ASSERT_NEAR(loss, loss_of(&l), 1e-5);
    bml_linear_bwd(&l.dx, &l.dw, &l.db, &l.dy, &l.x, &l.w);
    check_gradient(&l, &l.x.raw, &l.dx.raw);
    check_gradient(&l, &l.w.raw, &l.dw.raw);
    check_gradient(&l, &l.b.raw, &l.db.raw);
    free_layer(&l);
}

/* The fused step is the gradient and bml_sgd. */
static void fused_step(void **state) {
    (void)state;
    layer l = make_layer(100, 60, 17);
    bml_mat(in, out) w = {bml_test_random_view(60, 17)};
    bml_vec(out) b = {bml_test_random_view(1, 17)};
    bml_copy(&w, &l.w);
    bml_copy(&b, &l.b);
    bml_linear_bwd(&l.dx, &l.dw, &l.db, &l.dy, &l.x, &l.w);
    bml_sgd(&w, 0.1f, &l.dw);
    bml_sgd(&b, 0.1f, &l.db);
    bml_linear_sgd(&l.w, &l.b, 0.1f, &l.dy, &l.x);
    for (size_t i = 0; i < 60; i++)
        for (size_t j = 0; j < 17; j++)
            ASSERT_NEAR(bml_row_(&l.w.raw, i)[j], bml_row_(&w.raw, i)[j], 1e-5);
    for (size_t j = 0; j < 17; j++)
        ASSERT_NEAR(l.b.raw.data[j], b.raw.data[j], 1e-5);
    bml_test_release(&w.raw), bml_test_release(&b.raw);
    free_layer(&l);
}

static void empty_batch(void **state) {
    (void)state;
    layer l = make_layer(0, 3, 4);
    bml_linear(&l.y, &l.x, &l.w, &l.b);
    bml_linear_bwd(&l.dx, &l.dw, &l.db, &l.dy, &l.x, &l.w);
    for (size_t j = 0; j < 4; j++)
        assert_true(l.db.raw.data[j] == 0 && bml_row_(&l.dw.raw, 2)[j] == 0);
    free_layer(&l);
}

static void faults(void **state) {
    (void)state;
    layer l = make_layer(2, 3, 4);
    bml_vec(out) b = {bml_test_random_view(1, 5)};
    bml_mat(batch, in) x = {bml_test_random_view(3, 3)};
    float before = l.y.raw.data[0];
    ASSERT_FAULT(bml_linear(&l.y, &l.x, &l.w, &b),
                 "bml_linear: shape: found [1,5], expected [1,4]");
    ASSERT_FAULT(bml_linear(&l.y, &x, &l.w, &l.b),
                 "bml_linear: shape: found [2,4], expected [3,4]");
    assert_true(l.y.raw.data[0] == before);
    ASSERT_FAULT(bml_linear_bwd(&x, &l.dw, &l.db, &l.dy, &l.x, &l.w),
                 "bml_linear_bwd: shape: found [3,3], expected [2,3]");
    ASSERT_FAULT(bml_linear_sgd(&l.w, &b, 1, &l.dy, &l.x), "bml_linear_sgd");
    float kept[] = {l.dx.raw.data[0], l.dw.raw.data[0], l.db.raw.data[0], l.b.raw.data[0]};
    bml_array inside_w = l.w.raw, inside_dw = l.dw.raw;
    inside_w.rows = inside_dw.rows = 1;
    ASSERT_FAULT(bml_linear_bwd(&l.x, &l.dw, &l.db, &l.dy, &l.x, &l.w), "bml_linear_bwd: output");
    ASSERT_FAULT(bml_linear_bwd(&l.dx, &l.w, &l.db, &l.dy, &l.x, &l.w), "bml_linear_bwd: output");
    ASSERT_FAULT(
        bml_array_linear_bwd(&l.dx.raw, &l.dw.raw, &inside_dw, &l.dy.raw, &l.x.raw, &l.w.raw),
        "bml_linear_bwd: output");
    ASSERT_FAULT(bml_array_linear_sgd(&l.w.raw, &inside_w, 1, &l.dy.raw, &l.x.raw),
                 "bml_linear_sgd: output");
    assert_true(l.dx.raw.data[0] == kept[0] && l.dw.raw.data[0] == kept[1]);
    assert_true(l.db.raw.data[0] == kept[2] && l.b.raw.data[0] == kept[3]);
    bml_test_release(&b.raw), bml_test_release(&x.raw);
    free_layer(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward),     cmocka_unit_test(backward), cmocka_unit_test(fused_step),
        cmocka_unit_test(empty_batch), cmocka_unit_test(faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
