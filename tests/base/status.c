/* Statuses, error texts, faults, the allocator, witnesses of sizes. */
#include <bendml/shape.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base_internal.h"
#include "expect.h"
#include "failing_allocator.h"

static void names(void **state) {
    (void)state;
    for (int status = BML_OK; status <= BML_ERROR_UNSUPPORTED; status++)
        assert_string_not_equal(bml_status_name((bml_status)status), "unknown status");
    assert_string_equal(bml_status_name((bml_status)99), "unknown status");
}

static void *fail_elsewhere(void *text) {
    if (bml_error_text()[0] != '\0' || bml_fail_(BML_ERROR_IO, "elsewhere") != BML_ERROR_IO)
        return NULL;
    snprintf(text, 64, "%s", bml_error_text());
    return text;
}

static void texts_are_per_thread(void **state) {
    (void)state;
    char text[64] = "";
    pthread_t thread;
    assert_int_equal(bml_fail_(BML_ERROR_SIZE, "%s: found %d", "here", 7), BML_ERROR_SIZE);
    assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, text), 0);
    void *result;
    pthread_join(thread, &result);
    assert_non_null(result);
    assert_string_equal(text, "elsewhere");
    assert_string_equal(bml_error_text(), "here: found 7");
    assert_int_equal(bml_fail_(BML_ERROR_SIZE, "again: %s", bml_error_text()), BML_ERROR_SIZE);
    assert_string_equal(bml_error_text(), "again: here: found 7");
}

static void long_texts_are_cut(void **state) {
    (void)state;
    char name[5000];
    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_int_equal(bml_fail_(BML_ERROR_IO, "%s", name), BML_ERROR_IO);
    assert_int_equal(strlen(bml_error_text()), 1023);
}

static void faults_reach_the_handler(void **state) {
    (void)state;
    ASSERT_FAULT(assert_false(bml_fault_("bml_op", "found %d, expected %d", 3, 4)),
                 "bml_op: found 3, expected 4");
}

/* What the child of a fork does with the default handler: its words on stderr, then SIGABRT. */
static void faults_abort_by_default(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], 2);
        bml_fault_("bml_op", "found %d, expected %d", 3, 4);
        _exit(0);
    }
    char text[256] = "";
    int status;
    close(ends[1]);
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_string_equal(text, "bendml: bml_op: found 3, expected 4\n");
}

static void allocation(void **state) {
    (void)state;
    void *pointer = NULL;
    ASSERT_FAILS(bml_allocate_(&pointer, SIZE_MAX / 2, 3, "block"), BML_ERROR_SIZE, "block: ");
    bml_test_fail_at(2);
    ASSERT_OK(bml_allocate_(&pointer, 0, 4, "block"));
    assert_true(pointer && (uintptr_t)pointer % 64 == 0);
    bml_release_(pointer);
    pointer = NULL;
    ASSERT_FAILS(bml_allocate_(&pointer, 10, 4, "block"), BML_ERROR_MEMORY,
                 "block: no memory for 40 bytes");
    assert_null(pointer);
    bml_release_(NULL);
    assert_int_equal(bml_test_live_blocks(), 0);
    bml_set_allocator(NULL);
}

BML_DIM(hidden, 128);
BML_DIM_RT(batch);
BML_DIM_RT(seq);
BML_DIM_TIMES(pairs, batch, 2);
BML_DIM_PRODUCT(tokens, batch, seq);
BML_DIM_SUM(total, batch, seq);

static void witnesses(void **state) {
    (void)state;
    bml_dim_hidden hidden = {{7}};
    bml_dim_batch batch, huge;
    bml_dim_seq seq;
    bml_dim_pairs pairs = {{7}};
    bml_dim_tokens tokens;
    bml_dim_total total;
    ASSERT_FAILS(bml_dim_check(&hidden, 127), BML_ERROR_SIZE, "hidden: found 127, expected 128");
    assert_int_equal(hidden.value, 7); /* as it was */
    ASSERT_OK(bml_dim_check(&hidden, 128));
    assert_int_equal(bml_dim(hidden).value, 128);
    ASSERT_OK(bml_dim_check(&batch, 6));
    ASSERT_OK(bml_dim_check(&seq, 0));
    ASSERT_OK(bml_dim_times(&pairs, batch));
    ASSERT_OK(bml_dim_product(&tokens, batch, seq));
    ASSERT_OK(bml_dim_sum(&total, batch, seq));
    assert_true(pairs.value == 12 && tokens.value == 0 && total.value == 6);
    ASSERT_OK(bml_dim_check(&huge, SIZE_MAX / 2 + 1));
    ASSERT_FAILS(bml_dim_times(&pairs, huge), BML_ERROR_SIZE, "pairs: 9223372036854775808 times 2");
    assert_int_equal(pairs.value, 12);
    ASSERT_OK(bml_dim_check(&seq, SIZE_MAX));
    ASSERT_FAILS(bml_dim_product(&tokens, batch, seq), BML_ERROR_SIZE, "tokens: 6 times");
    ASSERT_FAILS(bml_dim_sum(&total, batch, seq), BML_ERROR_SIZE, "total: 6 plus");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(texts_are_per_thread),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(faults_reach_the_handler),
        cmocka_unit_test(faults_abort_by_default),
        cmocka_unit_test(allocation),
        cmocka_unit_test(witnesses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
