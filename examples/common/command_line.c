#include "command_line.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { MOST_OPTIONS = 32 };

/* The whole of `text` as a number of 64 bits. */
static bool parse_number(uint64_t *out, const char *text) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *out = value;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0;
}

static bool parse_rate(double *out, const char *text) {
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*out) && *out > 0 && (float)*out > 0 &&
           isfinite((float)*out);
}

static bool set(void *options, const option_setting *setting, char *text) {
    void *at = (char *)options + setting->offset;
    uint64_t number;
    switch (setting->kind) {
    case OPTION_WORD:
        memcpy(at, &text, sizeof text);
        return true;
    case OPTION_FLAG:
        *(bool *)at = true;
        return true;
    case OPTION_RATE:
        return parse_rate(at, text) ||
               fail("--%s: found \"%s\", expected a number over 0", setting->name, text);
    case OPTION_NUMBER:
        return parse_number(at, text) ||
               fail("--%s: found \"%s\", expected a whole number from 0 on", setting->name, text);
    case OPTION_COUNT:
        if (!parse_number(&number, text) || number < 1 || number > INT32_MAX)
            return fail("--%s: found \"%s\", expected a whole number from 1 to %d", setting->name,
                        text, INT32_MAX);
        *(size_t *)at = (size_t)number;
        return true;
    }
    return false;
}

bool command_line_read(void *options, const option_setting *settings, size_t setting_count,
                       unsigned command, int count, char **arguments, int *rest) {
    struct option names[MOST_OPTIONS + 1] = {{0}};
    size_t index[MOST_OPTIONS];
    int known = 0, found, place;
    for (size_t i = 0; i < setting_count && known < MOST_OPTIONS; i++)
        if (settings[i].commands & command) {
            names[known] =
                (struct option){settings[i].name, settings[i].kind != OPTION_FLAG, NULL, 0};
            index[known++] = i;
        }
    opterr = 0;
    while ((found = getopt_long(count, arguments, ":", names, &place)) != -1) {
        if (found == ':')
            return fail("%s: expected a value after it", arguments[optind - 1]);
        if (found == '?')
            return fail("%s: not an option of this command", arguments[optind - 1]);
        if (!set(options, &settings[index[place]], optarg))
            return false;
    }
    *rest = optind;
    return true;
}
