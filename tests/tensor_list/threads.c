/* Threads that read, share, extend and free the same rows at once; meant for the thread sanitizer,
 * and without it the counts of references still have to come out even. */
#include <pthread.h>
#include <stdatomic.h>

#include "failing_allocator.h"
#include "lists.h"

enum { THREADS = 4, ROUNDS = 200, ROWS = 100, COLS = 8 };

typedef struct worker {
    pthread_t thread;
    const bml_rows *lent; /* read by all, written by none */
    bml_rows own;         /* one reference, which the thread frees */
    float id;
} worker;

static atomic_int wrong;

/* The thread's own versions on top of what all have. */
static void extend(const worker *self) {
    bml_rows fork = {0}, product = {0};
    float row[COLS];
    bml_rows_share(&fork, self->lent);
    for (size_t j = 0; j < COLS; j++)
        row[j] = self->id;
    for (int i = 0; i < 40; i++)
        wrong += bml_rows_append_row(&fork, &fork, row, COLS) != BML_OK;
    wrong += bml_rows_write_row(&fork, &fork, 3, row, COLS) != BML_OK;
    wrong += bml_rows_slice(&product, &self->own, 10, 50) != BML_OK;
    wrong += bml_rows_matmul_nt(&product, &product, &self->own) != BML_OK;
    wrong += product.rows != 50 || product.cols != ROWS;
    wrong += bml_rows_get_row(&fork, 3)[0] != self->id;
    wrong += bml_rows_get_row(&fork, ROWS + 39)[COLS - 1] != self->id;
    wrong += bml_rows_get_row(self->lent, 3)[0] != 1;
    bml_rows_free(&fork);
    bml_rows_free(&product);
}

static void *run(void *context) {
    worker *self = context;
    for (int round = 0; round < ROUNDS; round++)
        extend(self);
    bml_rows_free(&self->own);
    return NULL;
}

static void readers_and_owners(void **state) {
    (void)state;
    bml_test_fail_at(0);
    worker workers[THREADS];
    bml_rows lent = {0}, common = random_list(ROWS, COLS);
    ASSERT_OK(bml_rows_fill(&lent, ROWS, COLS, 1));
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.lent = &lent, .id = (float)(i + 2)};
        bml_rows_share(&workers[i].own, &common);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, run, &workers[i]), 0);
    bml_rows_free(&common); /* the last thread to end frees the rows */
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    assert_int_equal(wrong, 0);
    bml_rows_free(&lent);
    assert_int_equal(bml_test_live_blocks(), 0);
    bml_set_allocator(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(readers_and_owners)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
