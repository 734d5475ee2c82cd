/* What cmocka has no word for: numbers that are near, faults, error texts. */
#ifndef BML_TEST_EXPECT_H
#define BML_TEST_EXPECT_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include <bendml/status.h>

#define ASSERT_NEAR(found, expected, tolerance) \
    do { \
        double found_ = (double)(found), expected_ = (double)(expected); \
        if (!(fabs(found_ - expected_) <= (double)(tolerance))) \
            fail_msg("%s: found %.9g, expected %.9g", #found, found_, expected_); \
    } while (0)

/* The expression must have this status, and the error text hold these words. */
#define ASSERT_FAILS(expression, status, words) \
    do { \
        bml_status found_ = (expression); \
        if (found_ != (status) || !strstr(bml_error_text(), words)) \
            fail_msg("%s: %s, \"%s\", expected %s with \"%s\"", #expression, \
                     bml_status_name(found_), bml_error_text(), bml_status_name(status), words); \
    } while (0)
#define ASSERT_OK(expression) \
    do { \
        if ((expression) != BML_OK) \
            fail_msg("%s: %s", #expression, bml_error_text()); \
    } while (0)

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
