#include "options.h"

#include <string.h>

#include "command_line.h"
#include "program.h"

const char options_help[] =
    "bendml-tokenizer turns texts into token ids and back, and trains byte-level BPE.\n"
    "\n"
    "  bendml-tokenizer encode [TABLE] [--null] [--json] [--allow-special] [--threads N] "
    "[FILE...]\n"
    "  bendml-tokenizer decode [TABLE] [--null] [--json] [FILE...]\n"
    "  bendml-tokenizer count  [TABLE] [--null] [--allow-special] [--threads N] [FILE...]\n"
    "  bendml-tokenizer info   [TABLE] [--allow-special] [FILE...]\n"
    "  bendml-tokenizer train  --size N [--pattern gpt2|cl100k|o200k|none] [--threads N] --out "
    "DIR\n"
    "                          FILE...\n"
    "  bendml-tokenizer --version | --help\n"
    "\n"
    "encode prints the ids of the input on one line, separated by spaces; decode reads ids, "
    "between\n"
    "them spaces or newlines, and prints the bytes; count prints how many ids; info shows the "
    "sizes\n"
    "of the table and how a text is cut: pieces of the pattern apart by |, tokens in a piece by "
    "\302\267,\n"
    "in colour on a terminal (unless NO_COLOR is set).\n"
    "The input is the FILEs one after another, or stdin; - is stdin. Any bytes are a text.\n"
    "\n"
    "TABLE:\n"
    "  --encoding NAME  gpt2 (if nothing else is said), cl100k_base or o200k_base; the latter two\n"
    "                   need --table NAME.tiktoken\n"
    "  --table FILE     NAME.tiktoken, merges.txt, or Hugging Face's tokenizer.json, by its name "
    "or\n"
    "                   else by its content. A .tiktoken file or merges are cut by the pattern of\n"
    "                   --encoding, or else of the encoding that the file is named after, or "
    "gpt2's\n"
    "  --vocab FILE     the vocab.json of a merges.txt; without it ids are as GPT-2's\n"
    "\n"
    "  --null           the input is many texts, each ended by a NUL byte (the last may lack it),\n"
    "                   one line for each. decode: each line is a text, which a NUL byte ends\n"
    "  --json           an object a line for each text:\n"
    "                   {\"ids\":[...],\"tokens\":[...],\"offsets\":[...]}; offsets are where "
    "tokens\n"
    "                   start, in bytes; a token is a string, or, where it is not UTF-8 on its "
    "own,\n"
    "                   a list of its bytes as numbers. decode: reads the ids of such lines\n"
    "  --allow-special  special tokens such as <|endoftext|> become their ids; otherwise they are\n"
    "                   text like any other. decode always knows them\n"
    "  --threads N      of --null texts and of training\n"
    "  --size N         tokens of the new table, from 256 on; there are fewer if the text has no\n"
    "                   more pairs\n"
    "  --pattern NAME   how the text is cut before pairs are counted: gpt2 if nothing is said;\n"
    "                   llama3 too\n"
    "  --out DIR        gets vocab.json, merges.txt and tokenizer.json; it is made if it is "
    "missing\n"
    "\n"
    "Exit code 0, 1 if something failed, 2 for a wrong command line, 130 after Ctrl-C.\n";

enum {
    ENCODE = 1 << COMMAND_ENCODE,
    DECODE = 1 << COMMAND_DECODE,
    COUNT = 1 << COMMAND_COUNT,
    TRAIN = 1 << COMMAND_TRAIN,
    INFO = 1 << COMMAND_INFO,
    APPLY = ENCODE | DECODE | COUNT | INFO /* what has a table */
};

static const option_setting settings[] = {
    {"encoding", OPTION_WORD, offsetof(tokenizer_options, encoding), APPLY},
    {"table", OPTION_WORD, offsetof(tokenizer_options, table), APPLY},
    {"vocab", OPTION_WORD, offsetof(tokenizer_options, vocab), APPLY},
    {"null", OPTION_FLAG, offsetof(tokenizer_options, null), ENCODE | DECODE | COUNT},
    {"json", OPTION_FLAG, offsetof(tokenizer_options, json), ENCODE | DECODE},
    {"allow-special", OPTION_FLAG, offsetof(tokenizer_options, allow_special), APPLY},
    {"threads", OPTION_COUNT, offsetof(tokenizer_options, threads), APPLY | TRAIN},
    {"size", OPTION_COUNT, offsetof(tokenizer_options, size), TRAIN},
    {"pattern", OPTION_WORD, offsetof(tokenizer_options, pattern_name), TRAIN},
    {"out", OPTION_WORD, offsetof(tokenizer_options, out), TRAIN},
    {"help", OPTION_FLAG, offsetof(tokenizer_options, help), APPLY | TRAIN},
};

static bool find_pattern(tokenizer_options *options) {
    for (bml_pattern i = 0; i < BML_PATTERN_COUNT; i++)
        if (strcmp(bml_pattern_name(i), options->pattern_name) == 0) {
            options->pattern = i;
            return true;
        }
    return fail("--pattern: found \"%s\", expected gpt2, cl100k, o200k, llama3 or none",
                options->pattern_name);
}

/* What getopt_long cannot say: which options need others. */
static bool check_needs(tokenizer_options *options, tokenizer_command command) {
    if (options->help)
        return true;
    if (options->vocab && !options->table)
        return fail("--vocab: expected --table merges.txt too");
    if (command != COMMAND_TRAIN)
        return true;
    if (!options->size)
        return fail("--size N is missing");
    if (!options->out)
        return fail("--out DIR is missing");
    if (options->file_count == 0)
        return fail("FILE is missing");
    return find_pattern(options);
}

bool options_parse(tokenizer_options *options, tokenizer_command command, int count,
                   char **arguments) {
    int rest;
    *options = (tokenizer_options){.pattern_name = "gpt2"};
    if (!command_line_read(options, settings, sizeof settings / sizeof *settings, 1u << command,
                           count, arguments, &rest))
        return false;
    options->files = arguments + rest;
    options->file_count = (size_t)(count - rest);
    return check_needs(options, command);
}
