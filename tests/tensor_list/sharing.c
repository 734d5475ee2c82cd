/* New versions of a matrix share what has not changed, and leave the old ones as they were. */
#include <stdlib.h>

#include "lists.h"

/* Counts blocks and bytes. */
static size_t calls, live, live_bytes;

static void *allocate(void *context, size_t size, size_t alignment) {
    (void)context;
    size_t rounded = (size + alignment - 1) / alignment * alignment;
    size_t *block = aligned_alloc(alignment, rounded + alignment);
    if (!block)
        return NULL;
    *block = rounded;
    calls++;
    live++;
    live_bytes += rounded;
    return (char *)block + alignment;
}

static void release(void *context, void *pointer) {
    (void)context;
    size_t *block = (size_t *)(void *)((char *)pointer - 64);
    live--;
    live_bytes -= *block;
    free(block);
}

static int count_memory(void **state) {
    static const bml_allocator allocator = {allocate, release, NULL};
    (void)state;
    bml_set_allocator(&allocator);
    return 0;
}

static int nothing_is_left(void **state) {
    (void)state;
    bml_set_allocator(NULL);
    return live != 0 || live_bytes != 0;
}

enum { VERSIONS = 100000, A_VERSION = 1024 };

static void keep_every_version(void **state) {
    (void)state;
    bml_rows *versions = calloc(VERSIONS + 1, sizeof *versions);
    assert_non_null(versions);
    ASSERT_OK(bml_rows_zeros(&versions[0], 0, 2));
    for (size_t n = 0; n < VERSIONS; n++) {
        size_t before = calls;
        ASSERT_OK(
            bml_rows_append_row(&versions[n + 1], &versions[n], (float[]){(float)n, -(float)n}, 2));
        assert_true(calls - before <= 1 + 4); /* the row, and a node a level: 32^4 > VERSIONS */
    }
    assert_true(live_bytes <= (size_t)VERSIONS * A_VERSION);
    for (size_t n = 0; n <= VERSIONS; n += n < 40 ? 1 : 997) {
        assert_int_equal(versions[n].rows, n);
        for (size_t i = 0; i < n; i += i < n - 40 && i > 40 ? 31 : 1)
            assert_true(bml_rows_get_row(&versions[n], i)[0] == (float)i &&
                        bml_rows_get_row(&versions[n], i)[1] == -(float)i);
    }
    for (size_t n = 0; n <= VERSIONS; n++)
        bml_rows_free(&versions[(n * 7919) % (VERSIONS + 1)]); /* in no order */
    free(versions);
}

static void a_fork_copies_nothing(void **state) {
    (void)state;
    bml_rows cache = random_list(5000, 64), one = {0}, other = {0};
    float row[64] = {0};
    size_t before = calls, bytes = live_bytes;
    bml_rows_share(&one, &cache);
    bml_rows_share(&other, &cache);
    assert_int_equal(calls, before);
    for (int i = 0; i < 100; i++) {
        row[0] = (float)i;
        ASSERT_OK(bml_rows_append_row(&one, &one, row, 64));
        row[0] = -(float)i;
        ASSERT_OK(bml_rows_append_row(&other, &other, row, 64));
    }
    for (size_t i = 0; i < 5000; i++)
        assert_true(bml_rows_get_row(&one, i) == bml_rows_get_row(&cache, i) &&
                    bml_rows_get_row(&other, i) == bml_rows_get_row(&cache, i));
    assert_true(bml_rows_get_row(&one, 5070)[0] == 70 && bml_rows_get_row(&other, 5070)[0] == -70 &&
                cache.rows == 5000);
    assert_true(live_bytes - bytes < 2 * (100 * 512 + 8192)); /* the new rows and a few nodes */
    bml_rows_free(&cache);
    assert_true(bml_rows_get_row(&one, 5099)[0] == 99);
    bml_rows_free(&one), bml_rows_free(&other);
}

static void rows_are_shared(void **state) {
    (void)state;
    bml_rows x = random_list(70, 3), b = random_list(40, 3), y = {0};
    ASSERT_OK(bml_rows_slice(&y, &x, 10, 50));
    for (size_t i = 0; i < 50; i++)
        assert_ptr_equal(bml_rows_get_row(&y, i), bml_rows_get_row(&x, i + 10));
    ASSERT_OK(bml_rows_append_rows(&y, &x, &b));
    for (size_t i = 0; i < 110; i++)
        assert_ptr_equal(bml_rows_get_row(&y, i),
                         i < 70 ? bml_rows_get_row(&x, i) : bml_rows_get_row(&b, i - 70));
    ASSERT_OK(bml_rows_write_row(&y, &x, 33, (float[]){1, 2, 3}, 3));
    for (size_t i = 0; i < 70; i++)
        assert_true((bml_rows_get_row(&y, i) == bml_rows_get_row(&x, i)) == (i != 33));
    ASSERT_OK(bml_rows_band(&y, &x, 1, 3));
    assert_ptr_equal(bml_rows_get_row(&y, 0), bml_rows_get_row(&x, 24));
    bml_rows_free(&x), bml_rows_free(&b), bml_rows_free(&y);
}

static void equal_rows_take_no_memory(void **state) {
    (void)state;
    bml_rows x = {0};
    ASSERT_OK(bml_rows_fill(&x, (size_t)1 << 50, 3, 1.5f));
    assert_true(live <= 64);
    assert_true(bml_rows_get_row(&x, ((size_t)1 << 50) - 1)[2] == 1.5f);
    ASSERT_OK(bml_rows_from_list(&x, ((size_t)1 << 50) - 1, 0, NULL, 0));
    ASSERT_OK(bml_rows_add(&x, &x, &x));
    assert_true(live <= 512);
    bml_rows_free(&x);
}

/* Versions against plain arrays of one number a row, under random operations. */
enum { MODELS = 8, MOST_ROWS = 3000, STEPS = 6000 };

typedef struct model {
    bml_rows list;
    size_t n;
    float values[2 * MOST_ROWS];
} model;

static void append_row(model *y, const model *x, float value) {
    ASSERT_OK(bml_rows_append_row(&y->list, &x->list, &value, 1));
    memmove(y->values, x->values, x->n * sizeof value);
    y->values[x->n] = value;
    y->n = x->n + 1;
}

static void write_row(model *y, const model *x, float value) {
    if (x->n == 0)
        return;
    size_t i = bml_test_random((uint32_t)x->n);
    ASSERT_OK(bml_rows_write_row(&y->list, &x->list, i, &value, 1));
    memmove(y->values, x->values, x->n * sizeof value);
    y->values[i] = value;
    y->n = x->n;
}

static void slice(model *y, const model *x) {
    size_t first = bml_test_random((uint32_t)x->n + 1);
    size_t count = bml_test_random((uint32_t)(x->n - first) + 1);
    ASSERT_OK(bml_rows_slice(&y->list, &x->list, first, count));
    memmove(y->values, x->values + first, count * sizeof *y->values);
    y->n = count;
}

static void append_rows(model *y, const model *a, const model *b) {
    static float both[4 * MOST_ROWS];
    if (a->n + b->n > MOST_ROWS)
        return;
    ASSERT_OK(bml_rows_append_rows(&y->list, &a->list, &b->list));
    memcpy(both, a->values, a->n * sizeof *both);
    memcpy(both + a->n, b->values, b->n * sizeof *both);
    y->n = a->n + b->n;
    memcpy(y->values, both, y->n * sizeof *both);
}

static void random_operations(void **state) {
    (void)state;
    static model models[MODELS];
    for (int i = 0; i < MODELS; i++)
        ASSERT_OK(bml_rows_zeros(&models[i].list, 0, 1));
    for (int step = 0; step < STEPS; step++) {
        model *y = &models[bml_test_random(MODELS)];
        const model *x = &models[bml_test_random(MODELS)], *b = &models[bml_test_random(MODELS)];
        uint32_t choice = bml_test_random(100);
        if (choice < 60 && x->n < MOST_ROWS)
            append_row(y, x, (float)step);
        else if (choice < 75)
            write_row(y, x, (float)step);
        else if (choice < 77)
            slice(y, x);
        else
            append_rows(y, x, b);
        const model *checked = &models[step % MODELS];
        assert_list(&y->list, y->n, 1, y->values);
        assert_list(&checked->list, checked->n, 1, checked->values);
    }
    for (int i = 0; i < MODELS; i++)
        bml_rows_free(&models[i].list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keep_every_version), cmocka_unit_test(a_fork_copies_nothing),
        cmocka_unit_test(rows_are_shared),    cmocka_unit_test(equal_rows_take_no_memory),
        cmocka_unit_test(random_operations),
    };
    return cmocka_run_group_tests(tests, count_memory, nothing_is_left);
}
