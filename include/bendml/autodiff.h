/* Layers forward and backward, with the gradient of a variable typed like the variable.
 *
 * Sizes, aliasing, threads and errors are as in tensor_array.h.
 *
 * Example (compiled and run as tests/examples/autodiff.c): one step of training y = x w + b on a
 * batch,
 *
 *   bml_linear(&y, &x, &w, &b);
 *   status = bml_softmax_ce(&dy, &loss, &y, &labels);
 *   bml_linear_bwd(&dx, &dw, &db, &dy, &x, &w);
 *   bml_sgd(&w, lr, &dw);
 */
#ifndef BENDML_AUTODIFF_H
#define BENDML_AUTODIFF_H

#include <bendml/tensor_array.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Y [M,N] := X [M,K] W [K,N] + b [N] */
void bml_array_linear(bml_array *y, const bml_array *x, const bml_array *w, const bml_array *b);

/* From dY [M,N]: dX [M,K] := dY W', dW [K,N] := X' dY, db [N] := the column sums of dY. dX may be
 * NULL, in the typed form a null handle, (bml_mat(R, C) *)NULL. */
void bml_array_linear_bwd(bml_array *dx, bml_array *dw, bml_array *db, const bml_array *dy,
                          const bml_array *x, const bml_array *w);
/* dX [M,K] := dY [M,N] W' alone. */
void bml_array_linear_bwd_input(bml_array *dx, const bml_array *dy, const bml_array *w);

/* The weights' backward and the step of SGD in one pass, no gradient stored: W := W - lr X' dY, b
 * := b - lr colsums(dY). Where dX is wanted, take it before, from the old W. */
void bml_array_linear_sgd(bml_array *w, bml_array *b, float lr, const bml_array *dy,
                          const bml_array *x);

#define BML_RULE_LINEAR_(y, x, w, b) BML_ALL_(BML_RULE_MATMUL_(y, x, w), BML_RULE_ROW_(y, b))
#define bml_linear(y, x, w, b) \
    (BML_RULE_LINEAR_(y, x, w, b), bml_array_linear(&(y)->raw, &(x)->raw, &(w)->raw, &(b)->raw))
#define bml_linear_bwd(dx, dw, db, dy, x, w) \
    (BML_RULE_LINEAR_(dy, x, w, db), BML_RULE_SAME_(dx, x), BML_RULE_SAME_(dw, w), \
     bml_array_linear_bwd(BML_RAW_OR_NULL_(dx), &(dw)->raw, &(db)->raw, &(dy)->raw, &(x)->raw, \
                          &(w)->raw))
#define bml_linear_bwd_input(dx, dy, w) \
    (BML_RULE_MATMUL_NT_(dx, dy, w), bml_array_linear_bwd_input(&(dx)->raw, &(dy)->raw, &(w)->raw))
#define bml_linear_sgd(w, b, lr, dy, x) \
    (BML_RULE_LINEAR_(dy, x, w, b), \
     bml_array_linear_sgd(&(w)->raw, &(b)->raw, lr, &(dy)->raw, &(x)->raw))

/* *loss := the mean cross entropy of logits X [M,N] under the labels, dX := its gradient:
 * bml_softmax_ce. */
#define bml_cross_entropy(dx, loss, x, labels) bml_softmax_ce(dx, loss, x, labels)

#ifdef __cplusplus
}
#endif
#endif
