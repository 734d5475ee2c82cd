#include "program.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static const char *program = "bendml";

void program_begin(const char *name) {
    program = name;
    signal(SIGPIPE, SIG_IGN);
}

bool fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

bool succeeded(bml_status status) {
    return status == BML_OK || fail("%s", bml_error_text());
}

bool say(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    bool written = vprintf(format, arguments) >= 0 && putchar('\n') != EOF && fflush(stdout) == 0;
    va_end(arguments);
    return written || (errno == EPIPE ? false : fail("writing to stdout: %s", strerror(errno)));
}

static volatile sig_atomic_t stopped;

static void stop(int signal) {
    stopped = signal;
}

void catch_signals(void) {
    struct sigaction action = {.sa_handler = stop, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int stop_signal(void) {
    return stopped;
}

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
