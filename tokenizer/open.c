#include "tokenizer_internal.h"

static const bml_special_token cl100k_special[] = {
    {"<|endoftext|>", 100257},  {"<|fim_prefix|>", 100258},  {"<|fim_middle|>", 100259},
    {"<|fim_suffix|>", 100260}, {"<|endofprompt|>", 100276},
};
static const bml_special_token o200k_special[] = {
    {"<|endoftext|>", 199999},
    {"<|endofprompt|>", 200018},
};
static const bml_special_token gpt2_special[] = {{"<|endoftext|>", 50256}};

#define SPECIAL(list) list, sizeof list / sizeof *list

static const struct encoding {
    const char *name;
    bml_pattern pattern;
    const bml_special_token *special;
    size_t count;
} encodings[] = {
    {"gpt2", BML_PATTERN_GPT2, SPECIAL(gpt2_special)},
    {"cl100k_base", BML_PATTERN_CL100K, SPECIAL(cl100k_special)},
    {"o200k_base", BML_PATTERN_O200K, SPECIAL(o200k_special)},
};

bml_status bml_tokenizer_open(bml_tokenizer **out, const char *encoding, const char *table) {
    for (size_t i = 0; i < sizeof encodings / sizeof *encodings; i++) {
        const struct encoding *e = &encodings[i];
        if (strcmp(e->name, encoding) != 0)
            continue;
        if (table)
            return bml_load_ranks_(out, e->name, table, e->pattern, e->special, e->count);
        if (e->pattern == BML_PATTERN_GPT2)
            return bml_open_gpt2_(out);
        return bml_fail_(BML_ERROR_NOT_FOUND,
                         "the table of %s is not built in: expected the path of %s.tiktoken",
                         encoding, encoding);
    }
    return bml_fail_(BML_ERROR_NOT_FOUND,
                     "found the encoding \"%.80s\", expected gpt2, cl100k_base or o200k_base",
                     encoding);
}
