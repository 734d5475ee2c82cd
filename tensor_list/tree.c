/* The rows of a matrix, as a tree.
 *
 *   tree(1) = a row
 *   tree(n) = a node of level L, the least with 32^L >= n: its children are full trees of 32^(L-1)
 *             rows each, the last is the tree of the rows that are left, which may be lower
 *
 * Nodes and rows count their references and never change once they are made. So a matrix with one
 * row more, or another row, is made of copies of the nodes on the way from the root to that row;
 * everything else is shared. Of 100,000 rows, appending costs the same with 8, 16 or 32 children a
 * node and more with 4 or 64; looking up is quickest with 32. */
#include "list_internal.h"

#include <stdatomic.h>
#include <string.h>

#include <bendml/shape.h>

enum { FANOUT_BITS = 5, FANOUT = 1 << FANOUT_BITS };
/* So many pointers fill the address space; 32^12 is no less, so levels fit a shift. */
#define MAX_ROWS ((size_t)PTRDIFF_MAX / sizeof(void *))

typedef struct bml_rows_node {
    atomic_size_t references;
    uint32_t level, count; /* level 0: a row, its numbers follow; else `count` children follow */
} node;

static node **children_of(const node *tree) {
    return (node **)(tree + 1);
}

static float *numbers_of(const node *row) {
    return (float *)(row + 1);
}

static size_t rows_below(uint32_t level) {
    return (size_t)1 << FANOUT_BITS * level;
}

static node *retain(node *tree) {
    if (tree) /* whoever passes it to another thread orders what comes before */
        atomic_fetch_add_explicit(&tree->references, 1, memory_order_relaxed);
    return tree;
}

static void release(node *tree) {
    if (!tree || atomic_fetch_sub_explicit(&tree->references, 1, memory_order_acq_rel) != 1)
        return;
    for (uint32_t i = 0; i < tree->count; i++)
        release(children_of(tree)[i]);
    bml_release_(tree);
}

static void release_all(node *const *trees, size_t count) {
    for (size_t i = 0; i < count; i++)
        release(trees[i]);
}

/* A node of these children. Takes them over, on error too. */
static bml_status new_node(node **out, uint32_t level, node *const *children, size_t count) {
    void *block;
    bml_status status = bml_allocate_(&block, 1, sizeof(node) + count * sizeof *children, "rows");
    if (status)
        return release_all(children, count), status;
    *out = block;
    atomic_init(&(*out)->references, 1);
    (*out)->level = level;
    (*out)->count = (uint32_t)count;
    memcpy(children_of(*out), children, count * sizeof *children);
    return BML_OK;
}

static bml_status new_row(node **out, size_t cols) {
    void *block;
    size_t count;
    bml_status status = bml_size_plus_(&count, cols, sizeof(node) / sizeof(float), "row");
    if (!status)
        status = bml_allocate_(&block, count, sizeof(float), "row");
    if (status)
        return status;
    *out = block;
    atomic_init(&(*out)->references, 1);
    (*out)->level = (*out)->count = 0;
    return BML_OK;
}

/* A copy of `tree` with `child` at `at`, where there may be none yet. Takes `child` over, on error
 * too. */
static bml_status with_child(node **out, const node *tree, size_t at, node *child) {
    node *children[FANOUT];
    size_t count = at == tree->count ? at + 1 : tree->count;
    for (size_t i = 0; i < count; i++)
        children[i] = i == at ? child : retain(children_of(tree)[i]);
    return new_node(out, tree->level, children, count);
}

/* `tree`, of n rows, with `row` below the last. Takes `row` over, on error too. */
static bml_status with_last(node **out, node *tree, size_t n, node *row) {
    if (n == rows_below(tree->level)) {
        node *both[] = {retain(tree), row};
        return new_node(out, tree->level + 1, both, 2);
    }
    size_t full = rows_below(tree->level - 1), last = tree->count - 1, rest = n - last * full;
    if (rest == full)
        return with_child(out, tree, last + 1, row);
    node *grown;
    bml_status status = with_last(&grown, children_of(tree)[last], rest, row);
    return status ? status : with_child(out, tree, last, grown);
}

/* `tree` with `row` instead of row i. Takes `row` over, on error too. */
static bml_status with_row(node **out, const node *tree, size_t i, node *row) {
    if (tree->level == 0)
        return *out = row, BML_OK;
    size_t full = rows_below(tree->level - 1);
    node *changed;
    bml_status status = with_row(&changed, children_of(tree)[i / full], i % full, row);
    return status ? status : with_child(out, tree, i / full, changed);
}

/* Where the rows of a new tree come from. */
typedef struct row_source {
    bml_status (*row)(const struct row_source *source, size_t i, node **out);
    bool all_the_same; /* then one row stands for all of them */
    size_t cols, first;
    const bml_rows *x;
    bml_row_function_ write;
    const void *task;
    float value;
} row_source;

/* The tree of rows first .. first + n of the source, n >= 1. */
static bml_status plant(node **out, const row_source *source, size_t first, size_t n) {
    if (n == 1)
        return source->row(source, first, out);
    uint32_t level = 1;
    while (rows_below(level) < n)
        level++;
    node *children[FANOUT];
    size_t full = rows_below(level - 1), count = 0, done = 0;
    while (done < n) {
        size_t part = n - done < full ? n - done : full;
        if (source->all_the_same && count > 0 && part == full) {
            children[count] = retain(children[0]);
        } else {
            bml_status status = plant(&children[count], source, first + done, part);
            if (status)
                return release_all(children, count), status;
        }
        count++;
        done += part;
    }
    return new_node(out, level, children, count);
}

static void replace(bml_rows *y, size_t rows, size_t cols, node *root) {
    node *before = y->root;
    *y = (bml_rows){rows, cols, root};
    release(before);
}

static bml_status make(bml_rows *y, const char *operation, size_t rows, size_t cols,
                       const row_source *source) {
    node *root = NULL;
    bml_status status = BML_OK;
    if (rows > MAX_ROWS)
        status = bml_fail_(BML_ERROR_SIZE, "%s: found %zu rows, expected at most %zu", operation,
                           rows, MAX_ROWS);
    else if (rows > 0)
        status = plant(&root, source, 0, rows);
    if (!status)
        replace(y, rows, cols, root);
    return status;
}

static bml_status written_row(const row_source *source, size_t i, node **out) {
    bml_status status = new_row(out, source->cols);
    if (!status)
        source->write(source->task, i, numbers_of(*out));
    return status;
}

bml_status bml_rows_compute_(bml_rows *y, const char *operation, size_t rows, size_t cols,
                             bml_row_function_ write, const void *task) {
    row_source source = {
        .row = written_row, .all_the_same = cols == 0, .cols = cols, .write = write, .task = task};
    return make(y, operation, rows, cols, &source);
}

static bml_status row_of_value(const row_source *source, size_t i, node **out) {
    (void)i;
    bml_status status = new_row(out, source->cols);
    for (size_t j = 0; !status && j < source->cols; j++)
        numbers_of(*out)[j] = source->value;
    return status;
}

bml_status bml_rows_repeat_(bml_rows *y, const char *operation, size_t rows, size_t cols,
                            float value) {
    row_source source = {.row = row_of_value, .all_the_same = true, .cols = cols, .value = value};
    return make(y, operation, rows, cols, &source);
}

static node *row_node(const bml_rows *x, size_t i) {
    node *tree = x->root;
    while (tree->level > 0) {
        size_t full = rows_below(tree->level - 1);
        tree = children_of(tree)[i / full];
        i %= full;
    }
    return tree;
}

const float *bml_rows_at_(const bml_rows *x, size_t i) {
    return numbers_of(row_node(x, i));
}

static bml_status shared_row(const row_source *source, size_t i, node **out) {
    return *out = retain(row_node(source->x, source->first + i)), BML_OK;
}

bml_status bml_rows_select_(bml_rows *y, const char *operation, const bml_rows *x, size_t first,
                            size_t count) {
    row_source source = {.row = shared_row, .all_the_same = x->cols == 0, .x = x, .first = first};
    return make(y, operation, count, x->cols, &source);
}

bml_status bml_rows_put_(bml_rows *y, const char *operation, const bml_rows *x, size_t i,
                         const float *values) {
    node *row, *root;
    size_t cols = x->cols, rows = i < x->rows ? x->rows : i + 1;
    if (rows > MAX_ROWS)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu rows, expected at most %zu", operation,
                         rows, MAX_ROWS);
    bml_status status = new_row(&row, cols);
    if (status)
        return status;
    if (cols > 0)
        memcpy(numbers_of(row), values, cols * sizeof *values);
    if (x->rows == 0)
        root = row;
    else if (i < x->rows)
        status = with_row(&root, x->root, i, row);
    else
        status = with_last(&root, x->root, i, row);
    if (!status)
        replace(y, rows, cols, root);
    return status;
}

bml_status bml_rows_join_(bml_rows *y, const char *operation, const bml_rows *a,
                          const bml_rows *b) {
    if (b->rows > MAX_ROWS - a->rows)
        return bml_fail_(BML_ERROR_SIZE, "%s: found %zu and %zu rows, expected at most %zu",
                         operation, a->rows, b->rows, MAX_ROWS);
    size_t rows = a->rows ? a->rows : b->rows, total = a->rows + b->rows;
    node *root = retain(a->rows ? a->root : b->root);
    for (; rows < total; rows++) {
        node *before = root;
        bml_status status = with_last(&root, before, rows, retain(row_node(b, rows - a->rows)));
        release(before);
        if (status)
            return status;
    }
    replace(y, total, a->cols, root);
    return BML_OK;
}

void bml_rows_share(bml_rows *y, const bml_rows *x) {
    replace(y, x->rows, x->cols, retain(x->root));
}

void bml_rows_free(bml_rows *y) {
    if (y)
        replace(y, 0, 0, NULL);
}
