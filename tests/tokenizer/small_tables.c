#include "small_tables.h"
#include "support.h"

#include <stdlib.h>

void bml_test_put_ranks(const char *path, int skip, const char *more) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = malloc(256 * 16 + strlen(more)), *p = text;
    assert_non_null(text);
    for (int i = 0; i < 256; i++)
        if (i != skip)
            p += sprintf(p, "%c%c== %d\n", digits[i >> 2], digits[(i & 3) << 4], i);
    p += sprintf(p, "%s", more);
    bml_test_put(path, text, (size_t)(p - text));
    free(text);
}

static char *write_vocab(const char *skip, const char *more) {
    char *text = malloc(256 * 24 + strlen(more) + 8), *p = text;
    assert_non_null(text);
    p += sprintf(p, "{");
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i < 94    ? '!' + i
                     : i < 106 ? 0xA1 + i - 94
                     : i < 188 ? 0xAE + i - 106
                               : 0x100 + i - 188;
        char name[8] = {(char)c, '\0'};
        if (c == '"' || c == '\\')
            sprintf(name, "\\%c", (char)c);
        else if (c >= 0x80)
            sprintf(name, "%c%c", (char)(0xC0 | c >> 6), (char)(0x80 | (c & 0x3F)));
        if (!skip || strcmp(skip, name) != 0)
            p += sprintf(p, "%s\"%s\":%u", p[-1] == '{' ? "" : ", ", name, i);
    }
    sprintf(p, "%s}", more);
    return text;
}

void bml_test_put_vocab(const char *path, const char *skip, const char *more) {
    char *text = write_vocab(skip, more);
    bml_test_put(path, text, strlen(text));
    free(text);
}

void bml_test_put_json(const char *path, const char *added, const char *split, const char *more,
                       const char *merges, const char *rest) {
    char *vocab = write_vocab(NULL, more ? more : ", \"ab\": 256"),
         *text = malloc(strlen(vocab) + 4000);
    assert_non_null(text);
    sprintf(text,
            "{\"version\": \"1.0\", \"added_tokens\": %s, \"pre_tokenizer\": %s,\n"
            " \"model\": {\"type\": \"BPE\", \"vocab\": %s, \"merges\": %s}%s}",
            added ? added : "[{\"id\": 257, \"content\": \"<end>\", \"special\": true}]",
            split ? split : "{\"type\": \"ByteLevel\", \"add_prefix_space\": false}", vocab,
            merges ? merges : "[\"a b\"]", rest ? rest : "");
    bml_test_put(path, text, strlen(text));
    free(text);
    free(vocab);
}
