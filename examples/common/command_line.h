/* A command line that is read by a table of its options. */
#ifndef COMMON_COMMAND_LINE_H
#define COMMON_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* What an option sets, in the program's struct of options. */
typedef enum option_kind {
    OPTION_WORD,   /* const char *, as it is */
    OPTION_COUNT,  /* size_t, from 1 on */
    OPTION_NUMBER, /* uint64_t */
    OPTION_RATE,   /* double, over 0, as a float too */
    OPTION_FLAG    /* bool */
} option_kind;

typedef struct option_setting {
    const char *name;
    option_kind kind;
    size_t offset;
    unsigned commands; /* a bit for each command that has it */
} option_setting;

/* Sets in *options what arguments[1] and those after it say, for the command of bit `command`.
 * Options may stand anywhere before "--"; *rest := the index of the first word that is none, all of
 * which are moved to the end. False: said on stderr which option is wrong. */
bool command_line_read(void *options, const option_setting *settings, size_t setting_count,
                       unsigned command, int count, char **arguments, int *rest);

#endif
