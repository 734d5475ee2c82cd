#include "base_internal.h"

#include <stdio.h>
#include <stdlib.h>

enum { TEXT_SIZE = 1024 };

static _Thread_local char error_text[TEXT_SIZE];

const char *bml_status_name(bml_status status) {
    switch (status) {
    case BML_OK:
        return "ok";
    case BML_ERROR_MEMORY:
        return "out of memory";
    case BML_ERROR_IO:
        return "input or output failed";
    case BML_ERROR_FORMAT:
        return "malformed data";
    case BML_ERROR_SIZE:
        return "wrong size";
    case BML_ERROR_RANGE:
        return "out of range";
    case BML_ERROR_NOT_FOUND:
        return "not found";
    case BML_ERROR_UNSUPPORTED:
        return "unsupported";
    }
    return "unknown status";
}

const char *bml_error_text(void) {
    return error_text;
}

bml_status bml_fail_(bml_status status, const char *format, ...) {
    char text[TEXT_SIZE]; /* the arguments may hold the old text */
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    snprintf(error_text, sizeof error_text, "%s", text);
    return status;
}

static void default_handler(void *context, const char *operation, const char *text) {
    (void)context;
    fprintf(stderr, "bendml: %s: %s\n", operation, text);
    abort();
}

static bml_fault_handler fault_handler = default_handler;
static void *fault_context;

void bml_set_fault_handler(bml_fault_handler handler, void *context) {
    fault_handler = handler ? handler : default_handler;
    fault_context = context;
}

bool bml_fault_(const char *operation, const char *format, ...) {
    char text[TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fault_handler(fault_context, operation, text);
    return false;
}
