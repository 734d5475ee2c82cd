/* What the programs share: words on stderr, lines on stdout, stopping. */
#ifndef COMMON_PROGRAM_H
#define COMMON_PROGRAM_H

#include <stdbool.h>

#include <bendml/status.h>

enum { EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* First of all: the name that stands before what is said on stderr. A closed pipe no longer ends
 * the program: the write says so. */
void program_begin(const char *name);

/* Prints "name: text" on stderr; always false. */
bool fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with the library's text if the status is an error; whether it is BML_OK. */
bool succeeded(bml_status status);

/* One line on stdout, at once. False if it could not be written: said on stderr, but for a closed
 * pipe. */
bool say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From here on SIGINT and SIGTERM only set what stop_signal returns, 0 before. A second one ends
 * the program. */
void catch_signals(void);
int stop_signal(void);

double seconds_now(void); /* of a clock that only goes forward */

#endif
