#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

typedef enum table_format { FORMAT_TIKTOKEN, FORMAT_JSON, FORMAT_MERGES, FORMAT_NONE } table_format;

static const struct {
    const char *ending;
    table_format format;
} endings[] = {{".tiktoken", FORMAT_TIKTOKEN},
               {".json", FORMAT_JSON},
               {"merges.txt", FORMAT_MERGES},
               {".merges", FORMAT_MERGES},
               {".bpe", FORMAT_MERGES}};

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

/* Two words and no more: those of merges, or base64 and a number. */
static table_format format_of_line(const char *line) {
    size_t first = strcspn(line, " \r\n"), second = strcspn(line + first + 1, " \r\n");
    const char *rest = line + first + 1 + second;
    if (first == 0 || line[first] != ' ' || second == 0 || *rest == ' ')
        return FORMAT_NONE;
    size_t digits = strspn(line + first + 1, "0123456789");
    return first % 4 == 0 && digits == second ? FORMAT_TIKTOKEN : FORMAT_MERGES;
}

static table_format format_of_content(const char *text) {
    size_t blank = strspn(text, " \t\r\n");
    if (text[blank] == '{')
        return FORMAT_JSON;
    return strncmp(text, "#version", 8) == 0 ? FORMAT_MERGES : format_of_line(text);
}

/* By the name, or else by the beginning. False: it cannot be read. */
static bool find_format(table_format *format, const char *path) {
    char text[4096];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (has_ending(path, endings[i].ending)) {
            *format = endings[i].format;
            return true;
        }
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 2, file) : 0;
    bool read = file && !ferror(file);
    if (!read)
        fail("%s: %s", path, strerror(errno));
    if (file)
        fclose(file);
    memset(text + size, 0, 2); /* a line without an end is followed by an empty word */
    *format = format_of_content(text);
    return read;
}

/* The encoding that NAME.tiktoken is named after, if there is one, or else gpt2. */
static bml_status open_ranks(bml_tokenizer **out, const char *encoding, const char *path) {
    char name[NAME_MAX + 1];
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    if (encoding)
        return bml_tokenizer_open(out, encoding, path);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(file, "."), file);
    bml_status status = bml_tokenizer_open(out, name, path);
    return status == BML_ERROR_NOT_FOUND ? bml_tokenizer_open(out, "gpt2", path) : status;
}

/* The pattern whose name is the encoding's up to "_base". */
static bool find_pattern(bml_pattern *pattern, const char *encoding) {
    static const bml_pattern known[] = {BML_PATTERN_GPT2, BML_PATTERN_CL100K, BML_PATTERN_O200K};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *name = bml_pattern_name(known[i]);
        size_t length = strlen(name);
        *pattern = known[i];
        if (strncmp(name, encoding, length) == 0 &&
            strcmp(encoding + length, known[i] == BML_PATTERN_GPT2 ? "" : "_base") == 0)
            return true;
    }
    return fail("--encoding: found \"%s\", expected gpt2, cl100k_base or o200k_base", encoding);
}

static bool open_table(bml_tokenizer **out, const tokenizer_options *options) {
    const char *path = options->table;
    table_format format = FORMAT_MERGES;
    bml_pattern pattern = BML_PATTERN_GPT2;
    if (!options->vocab && !find_format(&format, path))
        return false;
    switch (format) {
    case FORMAT_TIKTOKEN:
        return succeeded(open_ranks(out, options->encoding, path));
    case FORMAT_JSON:
        if (options->encoding)
            return fail("%s: a tokenizer.json says itself how a text is cut: expected no "
                        "--encoding beside it",
                        path);
        return succeeded(bml_tokenizer_load_json(out, path));
    case FORMAT_MERGES:
        return (!options->encoding || find_pattern(&pattern, options->encoding)) &&
               succeeded(bml_tokenizer_load_merges(out, options->vocab, path, pattern));
    case FORMAT_NONE:
        break;
    }
    return fail("%s: found no table, expected NAME.tiktoken, merges.txt or tokenizer.json", path);
}

bool table_open(bml_tokenizer **out, const tokenizer_options *options) {
    if (options->table)
        return open_table(out, options);
    const char *encoding = options->encoding ? options->encoding : "gpt2";
    return succeeded(bml_tokenizer_open(out, encoding, NULL));
}
