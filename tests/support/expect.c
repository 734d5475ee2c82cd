#include "expect.h"

#include <stdio.h>

#include <bendml/status.h>

static unsigned count;
static char newest[2048];

static void keep(void *context, const char *operation, const char *text) {
    (void)context;
    count++;
    snprintf(newest, sizeof newest, "%s: %s", operation, text);
}

void bml_test_faults_start(void) {
    count = 0;
    bml_set_fault_handler(keep, NULL);
}

unsigned bml_test_faults(void) {
    return count;
}

const char *bml_test_fault_text(void) {
    return newest;
}

void bml_test_faults_stop(void) {
    bml_set_fault_handler(NULL, NULL);
}
