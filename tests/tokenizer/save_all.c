/* Writes an encoding's table in every form, for tests/reference/tokenizer_read_back.py:
 *   save_all ENCODING TABLE|- FOLDER */
#include <stdio.h>
#include <string.h>

#include <bendml/tokenizer.h>

static bml_status save(const char *encoding, const char *table, const char *folder) {
    char json[1024], vocab[1024], merges[1024], ranks[1024];
    snprintf(json, sizeof json, "%s/tokenizer.json", folder);
    snprintf(vocab, sizeof vocab, "%s/vocab.json", folder);
    snprintf(merges, sizeof merges, "%s/merges.txt", folder);
    snprintf(ranks, sizeof ranks, "%s/ranks.tiktoken", folder);
    bml_tokenizer *t = NULL;
    bml_status status = bml_tokenizer_open(&t, encoding, strcmp(table, "-") ? table : NULL);
    if (!status)
        status = bml_tokenizer_save_json(t, json);
    if (!status)
        status = bml_tokenizer_save_merges(t, vocab, merges);
    if (!status)
        status = bml_tokenizer_save_tiktoken(t, ranks);
    bml_tokenizer_free(t);
    return status;
}

int main(int argc, char **argv) {
    if (argc != 4 || save(argv[1], argv[2], argv[3])) {
        fprintf(stderr, "save_all: %s\n", argc == 4 ? bml_error_text() : "three arguments");
        return 1;
    }
    return 0;
}
