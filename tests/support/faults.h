/* Faults as something a test can expect. */
#ifndef BML_TEST_FAULTS_H
#define BML_TEST_FAULTS_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

void bml_test_faults_start(void);      /* from here on a fault is counted and kept, not fatal */
unsigned bml_test_faults(void);        /* how many since then */
const char *bml_test_fault_text(void); /* "operation: text" of the newest */
void bml_test_faults_stop(void);       /* the default handler again */

/* The statement must report exactly one fault, whose text holds these words. */
#define ASSERT_FAULT(statement, words) \
    do { \
        bml_test_faults_start(); \
        statement; \
        unsigned faults_ = bml_test_faults(); \
        bml_test_faults_stop(); \
        if (faults_ != 1 || !strstr(bml_test_fault_text(), words)) \
            fail_msg("%s: %u faults, \"%s\", expected one with \"%s\"", #statement, faults_, \
                     faults_ ? bml_test_fault_text() : "", words); \
    } while (0)

#endif
