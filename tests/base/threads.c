/* Bands over threads: every item once, in order, at any number of threads. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base_internal.h"
#include "expect.h"

enum { MOST = 200 };

typedef struct tally {
    atomic_int seen[MOST];
    atomic_size_t bands;
    size_t quantum;
    atomic_bool misplaced;
} tally;

static void count(void *context, size_t first, size_t last) {
    tally *t = context;
    t->bands++;
    if (first % t->quantum != 0 || first >= last)
        t->misplaced = true;
    for (size_t i = first; i < last; i++)
        t->seen[i]++;
}

static void every_item_once(void **state) {
    (void)state;
    for (size_t threads = 1; threads <= 9; threads += 2)
        for (size_t items = 0; items <= MOST; items += 7)
            for (size_t quantum = 1; quantum <= 16; quantum += 5) {
                tally t = {.quantum = quantum};
                bml_set_threads(threads);
                bml_parallel_(items, quantum, 1, count, &t);
                for (size_t i = 0; i < MOST; i++)
                    assert_int_equal(t.seen[i], i < items);
                assert_false(t.misplaced);
                assert_true(t.bands <= threads && (t.bands >= 1 || items == 0));
            }
    bml_set_threads(0);
}

/* Whether this build has threads at all. */
static bool threaded(void) {
    tally t = {.quantum = 1};
    bml_set_threads(2);
    bml_parallel_(MOST, 1, 1, count, &t);
    bml_set_threads(0);
    return t.bands > 1;
}

static void small_work_stays_together(void **state) {
    (void)state;
    if (!threaded())
        skip();
    tally t = {.quantum = 1};
    bml_set_threads(8);
    bml_parallel_(100, 1, 51, count, &t);
    assert_int_equal(t.bands, 1);
    tally u = {.quantum = 1};
    bml_parallel_(100, 1, 50, count, &u);
    assert_int_equal(u.bands, 2);
    tally v = {.quantum = 1};
    bml_parallel_(100, 1, SIZE_MAX, count, &v);
    assert_int_equal(v.bands, 1);
    bml_set_threads(0);
}

static void inner(void *context, size_t first, size_t last) {
    tally *t = context;
    (void)first, (void)last;
    bml_parallel_(100, 1, 1, count, t);
}

static void no_threads_within_threads(void **state) {
    (void)state;
    tally t = {.quantum = 1};
    if (!threaded())
        skip();
    bml_set_threads(4);
    bml_parallel_(4, 1, 1, inner, &t);
    assert_int_equal(t.bands, 4);
    for (size_t i = 0; i < 100; i++)
        assert_int_equal(t.seen[i], 4);
    bml_set_threads(0);
}

static void *use_from_thread(void *context) {
    for (int i = 0; i < 100; i++)
        bml_parallel_(MOST, 1, 1, count, context);
    return NULL;
}

static void several_callers(void **state) {
    (void)state;
    pthread_t threads[4];
    tally tallies[4] = {0};
    for (int i = 0; i < 4; i++) {
        tallies[i].quantum = 1;
        assert_int_equal(pthread_create(&threads[i], NULL, use_from_thread, &tallies[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        for (size_t j = 0; j < MOST; j++)
            assert_int_equal(tallies[i].seen[j], 100);
    }
}

static void environment(void **state) {
    (void)state;
    const char *wanted = getenv("BENDML_NUM_THREADS");
    size_t first = bml_threads();
    if (wanted)
        assert_int_equal(first, atoi(wanted));
    setenv("BENDML_NUM_THREADS", "5", 1);
    bml_set_threads(0);
    assert_int_equal(bml_threads(), 5);
    static const char *const not_numbers[] = {"0",  "-3", "two",
                                              "3x", "",   "999999999999999999999999"};
    for (size_t i = 0; i < sizeof not_numbers / sizeof *not_numbers; i++) {
        setenv("BENDML_NUM_THREADS", not_numbers[i], 1);
        bml_set_threads(0);
        assert_true(bml_threads() >= 1 && bml_threads() <= 100000);
    }
    bml_set_threads(2);
    assert_int_equal(bml_threads(), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_once),
        cmocka_unit_test(small_work_stays_together),
        cmocka_unit_test(no_threads_within_threads),
        cmocka_unit_test(several_callers),
        cmocka_unit_test(environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
