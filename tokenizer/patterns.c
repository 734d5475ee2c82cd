#include "text_internal.h"

#define CONTRACTIONS "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define LLAMA3_START \
    CONTRACTIONS "|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
#define LINES "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"
#define UPPER "\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}"
#define LOWER "\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}"

/* The first of each pattern is the one to write: Oniguruma takes {1,3}+ for a repeated repetition,
 * and $ for the end of a line. The others are what is found in files. */
static const struct {
    bml_pattern pattern;
    const char *regex;
} known[] = {
    {BML_PATTERN_GPT2,
     "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"},
    {BML_PATTERN_GPT2, "'(?:[sdmt]|ll|ve|re)| ?\\p{L}++| ?\\p{N}++| ?[^\\s\\p{L}\\p{N}]++|\\s++$|"
                       "\\s+(?!\\S)|\\s"},
    {BML_PATTERN_CL100K, LLAMA3_START "|\\s+\\z" LINES},
    {BML_PATTERN_CL100K, "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}+|"
                         " ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"},
    {BML_PATTERN_LLAMA3, LLAMA3_START LINES},
    {BML_PATTERN_O200K, "[^\\r\\n\\p{L}\\p{N}]?[" UPPER "]*[" LOWER "]+" CONTRACTIONS "?|"
                        "[^\\r\\n\\p{L}\\p{N}]?[" UPPER "]+[" LOWER "]*" CONTRACTIONS "?|"
                        "\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*" LINES},
};

enum { KNOWN = sizeof known / sizeof *known };

const char *bml_pattern_regex_(bml_pattern pattern) {
    for (size_t i = 0; i < KNOWN; i++)
        if (known[i].pattern == pattern)
            return known[i].regex;
    return NULL;
}

bool bml_pattern_of_regex_(bml_pattern *pattern, const char *regex, size_t size) {
    for (size_t i = 0; i < KNOWN; i++)
        if (strlen(known[i].regex) == size && memcmp(known[i].regex, regex, size) == 0) {
            *pattern = known[i].pattern;
            return true;
        }
    return false;
}
