/* Shapes as types: a product of matrices that do not fit does not compile.
 *
 * A dimension is a struct type. It stands for a monomial, a constant times at most two run-time
 * sizes (its atoms):
 *
 *   BML_DIM(hidden, 128)                 128             known while compiling
 *   BML_DIM_RT(batch)                    batch           known while running: an atom of its own
 *   BML_DIM_TIMES(pairs, batch, 2)       2 * batch       derived
 *   BML_DIM_PRODUCT(tokens, batch, seq)  batch * seq     derived: at most two atoms together
 *   BML_DIM_SUM(total, old, fresh)       old + fresh     derived: rows of one below the other's
 *
 * Dimensions are nominal: two of the same size are two types, so a square weight used transposed is
 * refused. `bml_mat(R, C)` is a matrix with rows R and columns C, `bml_vec(C)` a vector,
 * `bml_ids(C)` a vector of indices; BML_SHAPE(R, C) and BML_VECTOR(C) declare them, once for each
 * pair. A handle is the untyped array and nothing more.
 *
 * A value of a dimension's type, `bml_dim_batch`, is the witness that a size was checked.
 * bml_dim(hidden) is a constant's; bml_dim_check, bml_dim_times, bml_dim_product and bml_dim_sum
 * make the others.
 *
 * Example (compiled and run as tests/examples/shape.c):
 *
 *   BML_DIM_RT(batch); BML_DIM(in, 784); BML_DIM(out, 10);
 *   BML_SHAPE(batch, in); BML_SHAPE(in, out); BML_SHAPE(batch, out);
 *
 *   void forward(bml_mat(batch, out) *y, const bml_mat(batch, in) *x, const bml_mat(in, out) *w) {
 *       bml_matmul(y, x, w);      // and bml_matmul(y, w, x) does not compile
 *   }
 *
 * The checks live in unevaluated operands, so they cost nothing while running. They need gcc or
 * clang (__typeof__, __builtin_choose_expr) and are C; the untyped functions underneath can be
 * called from C++.
 */
#ifndef BENDML_SHAPE_H
#define BENDML_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bendml/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A row-major matrix of f32: element (i, j) is data[i * stride + j], stride >= cols. A vector has
 * one row. What bml_array_alloc makes has its rows aligned to 64 bytes; a view may start anywhere.
 * `owned` is the block to release, NULL in a view; a view is valid as long as what it looks into.
 */
typedef struct bml_array {
    float *data;
    size_t rows, cols, stride;
    void *owned;
} bml_array;

/* `count` indices: class labels, token ids. `owned` as above. */
typedef struct bml_index_array {
    uint32_t *data;
    size_t count;
    void *owned;
} bml_index_array;

/* How the numbers of a weight lie in memory (tensor_array.h, "Weights"). */
typedef enum bml_format {
    BML_FORMAT_F32,
    BML_FORMAT_BF16,
    BML_FORMAT_Q8,
    BML_FORMAT_Q4,
    BML_FORMAT_COUNT
} bml_format;

/* A matrix of weights to read, [rows,cols]. f32: row-major with `stride`, of its transpose if
 * `transposed`. The others: the packed form, without a stride. `owned` as above. */
typedef struct bml_weight_array {
    const void *data;
    size_t rows, cols, stride;
    bml_format format;
    bool transposed;
    void *owned;
} bml_weight_array;

/* An immutable matrix of f32 whose rows are shared with others (tensor_list.h); {0} has no rows and
 * no columns. A vector has one row. It owns one reference to `root`. */
typedef struct bml_rows {
    size_t rows, cols;
    struct bml_rows_node *root;
} bml_rows;

/* Behind bml_dim_check, _times, _product and _sum. On error `*value` stays as it was.
 * BML_ERROR_SIZE: the size is not the constant's (both are named), or the result is over SIZE_MAX.
 */
BML_MUST_USE bml_status bml_size_check_(size_t *value, size_t size, size_t constant,
                                        const char *dim);
BML_MUST_USE bml_status bml_size_times_(size_t *value, size_t a, size_t b, const char *dim);
BML_MUST_USE bml_status bml_size_plus_(size_t *value, size_t a, size_t b, const char *dim);

#ifdef __cplusplus
}
#else

#pragma GCC diagnostic error \
    "-Wincompatible-pointer-types" /* a handle of another shape given to a function */

/* ---- Dimensions ---- */

typedef struct bml_atom_one bml_atom_one; /* the atom that is not there */
/* What n := n * m is told. */
typedef struct bml_not_their_product_ {
    char none;
} bml_not_their_product_;

#define BML_UNUSED_ __attribute__((unused)) /* a function that declares shapes need not use all */
#define BML_DIM_MAX_ (PTRDIFF_MAX / 4)      /* so many f32 fill the address space */

/* The pointer members are never read; as types they carry the monomial (coefficient, first, second)
 * and the summands. bml_band_NAME is a band of that many rows: a run-time size of its own, that
 * remembers what it is a part of. */
#define BML_DIM_STRUCT_(name, k, a, b, l, r) \
    _Static_assert((k) >= 1, "dimension " #name " is at least 1"); \
    _Static_assert((k) <= BML_DIM_MAX_, "dimension " #name " is too large"); \
    typedef struct bml_dim_##name { \
        union { \
            size_t value; \
            char (*coefficient)[k]; \
            a *first; \
            b *second; \
            l *left; \
            r *right; \
        }; \
    } bml_dim_##name BML_UNUSED_; \
    typedef struct bml_band_##name { \
        union { \
            size_t value; \
            char (*coefficient)[1]; \
            struct bml_band_##name *first; \
            bml_atom_one *second, *left, *right; \
            bml_dim_##name *whole; \
        }; \
    } bml_band_##name BML_UNUSED_

/* A constant dimension, k >= 1. The name must not be a macro, nor begin with band_. */
#define BML_DIM(name, k) \
    BML_DIM_STRUCT_(name, k, bml_atom_one, bml_atom_one, bml_atom_one, bml_atom_one)

/* A dimension known while running; 0 is a size like any other. */
#define BML_DIM_RT(name) \
    BML_DIM_STRUCT_(name, 1, struct bml_dim_##name, bml_atom_one, bml_atom_one, bml_atom_one)

/* name = k * base */
#define BML_DIM_TIMES(name, base, k) \
    _Static_assert((k) <= BML_DIM_MAX_ / BML_K_(BML_NULL_(base)), \
                   "dimension " #name " is too large"); \
    BML_DIM_STRUCT_(name, (k)*BML_K_(BML_NULL_(base)), BML_OF_(BML_NULL_(base)->first), \
                    BML_OF_(BML_NULL_(base)->second), bml_atom_one, bml_atom_one)

/* name = x * y, with at most two run-time factors together. */
#define BML_DIM_PRODUCT(name, x, y) \
    _Static_assert(BML_K_(BML_NULL_(x)) <= BML_DIM_MAX_ / BML_K_(BML_NULL_(y)), \
                   "dimension " #name " is too large"); \
    _Static_assert(BML_IS_CONSTANT_(BML_NULL_(x)) || BML_IS_CONSTANT_(BML_NULL_(y)) || \
                       (BML_IS_ONE_(BML_NULL_(x)->second) && BML_IS_ONE_(BML_NULL_(y)->second)), \
                   "dimension " #name " has more than two run-time factors"); \
    BML_DIM_STRUCT_(name, BML_K_(BML_NULL_(x)) * BML_K_(BML_NULL_(y)), \
                    BML_OF_(BML_IF_(BML_IS_CONSTANT_(BML_NULL_(x)), BML_NULL_(y)->first, \
                                    BML_NULL_(x)->first)), \
                    BML_OF_(BML_IF_(BML_IS_CONSTANT_(BML_NULL_(x)), BML_NULL_(y)->second, \
                                    BML_IF_(BML_IS_CONSTANT_(BML_NULL_(y)), BML_NULL_(x)->second, \
                                            BML_NULL_(y)->first))), \
                    bml_atom_one, bml_atom_one)

/* name = x + y. Of dimensions with the same run-time factors it is a monomial again (2 n + 3 n = 5
 * n, 2 + 3 = 5); any other sum is a run-time size of its own, known only as the sum of these two.
 */
#define BML_DIM_SUM(name, x, y) \
    BML_DIM_STRUCT_( \
        name, BML_ADDS_UP_(x, y) ? BML_K_(BML_NULL_(x)) + BML_K_(BML_NULL_(y)) : 1, \
        BML_OF_(BML_IF_(BML_ADDS_UP_(x, y), BML_NULL_(x)->first, (struct bml_dim_##name *)0)), \
        BML_OF_(BML_IF_(BML_ADDS_UP_(x, y), BML_NULL_(x)->second, (bml_atom_one *)0)), \
        bml_dim_##x, bml_dim_##y)

/* ---- Handles ---- */

BML_DIM(vector_, 1); /* the rows of a vector */

/* The handles of matrices R x C: the whole, and a band of its rows; and of weights. */
#define BML_SHAPE(R, C) \
    typedef union bml_mat_##R##_x_##C { \
        bml_array raw; \
        bml_dim_##R *row; \
        bml_dim_##C *col; \
    } bml_mat_##R##_x_##C BML_UNUSED_; \
    typedef union bml_mat_band_##R##_x_##C { \
        bml_array raw; \
        bml_band_##R *row; \
        bml_dim_##C *col; \
    } bml_mat_band_##R##_x_##C BML_UNUSED_; \
    typedef union bml_list_##R##_x_##C { \
        bml_rows raw; \
        bml_dim_##R *row; \
        bml_dim_##C *col; \
    } bml_list_##R##_x_##C BML_UNUSED_; \
    typedef union bml_list_band_##R##_x_##C { \
        bml_rows raw; \
        bml_band_##R *row; \
        bml_dim_##C *col; \
    } bml_list_band_##R##_x_##C BML_UNUSED_; \
    typedef union bml_weight_##R##_x_##C { \
        bml_weight_array raw; \
        bml_dim_##R *row; \
        bml_dim_##C *col; \
    } bml_weight_##R##_x_##C BML_UNUSED_

/* The handles of vectors of C numbers and of C indices: the whole, and a band. */
#define BML_VECTOR(C) \
    typedef union bml_vec_##C { \
        bml_array raw; \
        bml_dim_vector_ *row; \
        bml_dim_##C *col; \
    } bml_vec_##C BML_UNUSED_; \
    typedef union bml_vec_band_##C { \
        bml_array raw; \
        bml_dim_vector_ *row; \
        bml_band_##C *col; \
    } bml_vec_band_##C BML_UNUSED_; \
    typedef union bml_ids_##C { \
        bml_index_array raw; \
        bml_dim_##C *col; \
    } bml_ids_##C BML_UNUSED_; \
    typedef union bml_ids_band_##C { \
        bml_index_array raw; \
        bml_band_##C *col; \
    } bml_ids_band_##C BML_UNUSED_; \
    typedef union bml_list_vec_##C { \
        bml_rows raw; \
        bml_dim_vector_ *row; \
        bml_dim_##C *col; \
    } bml_list_vec_##C BML_UNUSED_; \
    typedef union bml_list_vec_band_##C { \
        bml_rows raw; \
        bml_dim_vector_ *row; \
        bml_band_##C *col; \
    } bml_list_vec_band_##C BML_UNUSED_

#define bml_mat(R, C) bml_mat_##R##_x_##C
#define bml_mat_band(R, C) bml_mat_band_##R##_x_##C
#define bml_vec(C) bml_vec_##C
#define bml_vec_band(C) bml_vec_band_##C
#define bml_ids(C) bml_ids_##C
#define bml_ids_band(C) bml_ids_band_##C
#define bml_weight(R, C) bml_weight_##R##_x_##C
#define bml_list(R, C) bml_list_##R##_x_##C
#define bml_list_band(R, C) bml_list_band_##R##_x_##C
#define bml_list_vec(C) bml_list_vec_##C
#define bml_list_vec_band(C) bml_list_vec_band_##C

/* ---- Witnesses ---- */

/* The witness of a constant dimension. */
#define bml_dim(name) \
    ((bml_dim_##name){{sizeof(struct { \
        char k[BML_K_(BML_NULL_(name))]; \
        _Static_assert(BML_IS_CONSTANT_(BML_NULL_(name)), \
                       #name " is known only while running: use bml_dim_check"); \
    })}})

/* *d := the witness that `size` is a size of that dimension: any size for BML_DIM_RT, the constant
 * for BML_DIM. A derived dimension is refused, its witness is made of those of its parts. Status:
 * BML_ERROR_SIZE. */
#define bml_dim_check(d, size) \
    (BML_REQUIRE_(BML_IS_CONSTANT_(d) || (BML_IS_((d)->first, &*(d)) && BML_IS_ONE_((d)->left)), \
                  "a derived dimension: use bml_dim_times, _product, _sum"), \
     bml_size_check_(&(d)->value, size, BML_IS_CONSTANT_(d) ? BML_K_(d) : 0, #d))

/* *d := k * base, the coefficients saying which k. Status: BML_ERROR_SIZE where that is over
 * SIZE_MAX. */
#define bml_dim_times(d, base) \
    (BML_SAME_IF_( \
         BML_SAME_ATOMS_(d, BML_NULL_(vector_), BML_WITNESS_(base), BML_NULL_(vector_)) && \
             BML_K_(d) % BML_K_(BML_WITNESS_(base)) == 0, \
         d, BML_WITNESS_(base)), \
     bml_size_times_(&(d)->value, (base).value, BML_K_(d) / BML_K_(BML_WITNESS_(base)), #d))

/* *d := x * y. Status: BML_ERROR_SIZE where that is over SIZE_MAX. */
#define bml_dim_product(d, x, y) \
    (BML_SAME_IF_(BML_SAME_NUMEL_(d, BML_NULL_(vector_), BML_WITNESS_(x), BML_WITNESS_(y)), d, \
                  BML_IF_(__builtin_types_compatible_p(__typeof__(*(d)), __typeof__(x)), \
                          (bml_not_their_product_ *)0, BML_WITNESS_(x))), \
     bml_size_times_(&(d)->value, (x).value, (y).value, #d))

/* *d := x + y, for the x and y that d was declared with. Status: BML_ERROR_SIZE where that is over
 * SIZE_MAX. */
#define bml_dim_sum(d, x, y) \
    (BML_SAME_DIM_((d)->left, BML_WITNESS_(x)), BML_SAME_DIM_((d)->right, BML_WITNESS_(y)), \
     bml_size_plus_(&(d)->value, (x).value, (y).value, #d))

/* ---- Checks, all unevaluated: pointers to dimensions in, a compiler's error naming them or
 * nothing out ---- */

#define BML_NULL_(name) ((bml_dim_##name *)0)
#define BML_WITNESS_(d) ((__typeof__(d) *)0)
#define BML_OF_(p) __typeof__(*(p))
#define BML_IF_(condition, p, q) __builtin_choose_expr(condition, p, q)
#define BML_K_(d) sizeof(*(d)->coefficient)
#define BML_IS_(p, q) _Generic((p), __typeof__(q) : 1, default : 0)
#define BML_IS_ONE_(atom) _Generic((atom), bml_atom_one * : 1, default : 0)
#define BML_IS_CONSTANT_(d) BML_IS_ONE_((d)->first)
#define BML_REQUIRE_(condition, why) \
    ((void)sizeof(struct { \
        char c; \
        _Static_assert(condition, why); \
    }))

/* The choice keeps an error to itself: gcc would go on to warn at each comma around it. */
#define BML_SAME_DIM_(p, q) ((void)sizeof(__builtin_choose_expr(1, 0, *(p) = *(q))))
#define BML_SAME_IF_(condition, p, q) BML_SAME_DIM_(p, BML_IF_(condition, p, q))
#define BML_ALL_(...) ((void)sizeof(__VA_ARGS__, 0)) /* one check of several */

#define BML_ADDS_UP_(x, y) \
    (BML_IS_(BML_NULL_(x)->first, BML_NULL_(y)->first) && \
     BML_IS_(BML_NULL_(x)->second, BML_NULL_(y)->second))

/* r * c = s * d for every value of the atoms: the same coefficients, and each atom as often on both
 * sides. */
#define BML_SAME_NUMEL_(r, c, s, d) \
    (BML_K_(r) <= PTRDIFF_MAX / BML_K_(c) && BML_K_(s) <= PTRDIFF_MAX / BML_K_(d) && \
     BML_K_(r) * BML_K_(c) == BML_K_(s) * BML_K_(d) && BML_SAME_ATOMS_(r, c, s, d))
#define BML_SAME_ATOMS_(r, c, s, d) \
    (BML_AS_OFTEN_((r)->first, r, c, s, d) && BML_AS_OFTEN_((r)->second, r, c, s, d) && \
     BML_AS_OFTEN_((c)->first, r, c, s, d) && BML_AS_OFTEN_((c)->second, r, c, s, d))
#define BML_AS_OFTEN_(atom, r, c, s, d) (BML_COUNT_(atom, r, c) == BML_COUNT_(atom, s, d))
#define BML_COUNT_(atom, r, c) \
    (BML_IS_((r)->first, atom) + BML_IS_((r)->second, atom) + BML_IS_((c)->first, atom) + \
     BML_IS_((c)->second, atom))

/* ---- The rules of the operations, on pointers to handles; every library's operations stand on
 * these ---- */

#define BML_RULE_SAME_(y, x) \
    BML_ALL_(BML_SAME_DIM_((y)->row, (x)->row), BML_SAME_DIM_((y)->col, (x)->col))
#define BML_RULE_VECTOR_(v) BML_SAME_DIM_(BML_NULL_(vector_), (v)->row)
#define BML_RULE_MATMUL_(y, x, w) /* y := x w */ \
    BML_ALL_(BML_SAME_DIM_((x)->col, (w)->row), BML_SAME_DIM_((y)->row, (x)->row), \
             BML_SAME_DIM_((y)->col, (w)->col))
#define BML_RULE_MATMUL_NT_(y, x, w) /* y := x w' */ \
    BML_ALL_(BML_SAME_DIM_((x)->col, (w)->col), BML_SAME_DIM_((y)->row, (x)->row), \
             BML_SAME_DIM_((y)->col, (w)->row))
#define BML_RULE_MATMUL_TN_(y, x, w) /* y := x' w */ \
    BML_ALL_(BML_SAME_DIM_((x)->row, (w)->row), BML_SAME_DIM_((y)->row, (x)->col), \
             BML_SAME_DIM_((y)->col, (w)->col))
#define BML_RULE_MATVEC_(y, w, x) /* y := w x */ \
    BML_ALL_(BML_RULE_VECTOR_(y), BML_RULE_VECTOR_(x), BML_SAME_DIM_((w)->col, (x)->col), \
             BML_SAME_DIM_((y)->col, (w)->row))
#define BML_RULE_TRANSPOSE_(y, x) \
    BML_ALL_(BML_SAME_DIM_((y)->row, (x)->col), BML_SAME_DIM_((y)->col, (x)->row))
#define BML_RULE_ROW_(x, b) \
    BML_ALL_(BML_RULE_VECTOR_(b), BML_SAME_DIM_((x)->col, (b)->col)) /* one row of x */
#define BML_RULE_APPEND_(y, a, b) /* rows of a, then rows of b */ \
    BML_ALL_(BML_SAME_DIM_((y)->row->left, (a)->row), BML_SAME_DIM_((y)->row->right, (b)->row), \
             BML_SAME_DIM_((y)->col, (a)->col), BML_SAME_DIM_((y)->col, (b)->col))
#define BML_RULE_RESHAPE_(to, from) /* names both handles */ \
    BML_SAME_IF_(BML_SAME_NUMEL_((to)->row, (to)->col, (from)->row, (from)->col), to, from)
#define BML_RULE_COLUMNS_(view, m, \
                          width) /* a slice of m's columns, as wide as the witness says */ \
    BML_ALL_(BML_SAME_DIM_((view)->row, (m)->row), \
             BML_SAME_DIM_((view)->col, BML_WITNESS_(width)), \
             BML_SAME_IF_(!BML_IS_CONSTANT_((view)->col) || !BML_IS_CONSTANT_((m)->col) || \
                              BML_K_((view)->col) <= BML_K_((m)->col), \
                          (view)->col, (m)->col))
#define BML_RULE_BAND_(part, all) BML_SAME_DIM_((part)->whole, all) /* of dimensions */

/* &(y)->raw of an output that may be NULL. */
#define BML_RAW_OR_NULL_(y) ((void)sizeof((y)->raw = *(bml_array *)0), (bml_array *)(y))

#endif /* __cplusplus */
#endif
