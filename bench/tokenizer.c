/* This project's side of the tokenizer benchmark: prints one JSON object.
 *
 *   bendml-bench-tokenizer encode ENCODING TABLE|- TEXT [IDS]
 *     {"open":S,"fresh":S,"warm":S,"tokens":N}: processor seconds to open the encoding, to encode
 *     the text with it the first time and once more; IDS gets the ids, 4 bytes each
 *   bendml-bench-tokenizer threads ENCODING TABLE|- TEXT
 *     {"one":S,"two":S}: seconds for a batch of the text's parts, by one thread and by two
 *   bendml-bench-tokenizer train SIZE TEXT
 *     {"seconds":S,"tokens":N}: processor seconds, with the pattern of gpt2, by one thread */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <bendml/tokenizer.h>

enum { PART = 1 << 16, REPEATS = 5 }; /* bytes of a batch's parts, up to the end of a line */

/* Seconds of CLOCK_PROCESS_CPUTIME_ID, which others on the machine do not change, or
 * CLOCK_MONOTONIC. */
static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static _Noreturn void stop(const char *where, const char *why) {
    fprintf(stderr, "bendml-bench-tokenizer: %s: %s\n", where, why);
    exit(1);
}

static void check(bml_status status) {
    if (status)
        stop(bml_status_name(status), bml_error_text());
}

static bml_text read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        stop(path, strerror(errno));
    size_t size = (size_t)ftell(file);
    char *data = malloc(size + 1);
    rewind(file);
    if (!data || fread(data, 1, size, file) != size)
        stop(path, "cannot be read");
    fclose(file);
    return (bml_text){data, size};
}

static void write_ids(const char *path, const bml_tokens *tokens) {
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(tokens->ids, sizeof *tokens->ids, tokens->count, file) != tokens->count ||
        fclose(file) != 0)
        stop(path, strerror(errno));
}

static bml_tokenizer *open_encoding(char **words) {
    bml_tokenizer *tokenizer = NULL;
    check(bml_tokenizer_open(&tokenizer, words[0], strcmp(words[1], "-") ? words[1] : NULL));
    return tokenizer;
}

static double encode_once(const bml_tokenizer *tokenizer, bml_tokens *tokens, bml_text text) {
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    check(bml_tokenizer_encode_ordinary(tokenizer, tokens, text.data, text.size));
    return now(CLOCK_PROCESS_CPUTIME_ID) - start;
}

/* Each time into a buffer of its own, as the peers do. */
static void encode(char **words, const char *ids_path) {
    bml_text text = read_text(words[2]);
    bml_tokens first = {0}, second = {0};
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    bml_tokenizer *tokenizer = open_encoding(words);
    double opened = now(CLOCK_PROCESS_CPUTIME_ID) - start;
    double fresh = encode_once(tokenizer, &first, text);
    size_t count = first.count;
    if (ids_path)
        write_ids(ids_path, &first);
    bml_tokens_free(&first);
    double warm = encode_once(tokenizer, &second, text);
    printf("{\"open\":%.9f,\"fresh\":%.9f,\"warm\":%.9f,\"tokens\":%zu}\n", opened, fresh, warm,
           count);
    bml_tokens_free(&second);
    bml_tokenizer_free(tokenizer);
    free((void *)text.data);
}

/* The text in parts of PART bytes or a little more, that end where a line does. */
static size_t cut(bml_text *parts, bml_text text) {
    const char *data = text.data;
    size_t count = 0;
    for (size_t at = 0; at < text.size;) {
        size_t size = text.size - at < PART ? text.size - at : PART;
        const char *end = memchr(data + at + size, '\n', text.size - at - size);
        size = end ? (size_t)(end - data) + 1 - at : text.size - at;
        parts[count++] = (bml_text){data + at, size};
        at += size;
    }
    return count;
}

static double batch(const bml_tokenizer *tokenizer, const bml_text *parts, size_t count,
                    size_t threads) {
    bml_tokens *out = calloc(count, sizeof *out);
    if (!out)
        stop("batch", "no memory");
    bml_set_threads(threads);
    double start = now(CLOCK_MONOTONIC);
    check(bml_tokenizer_encode_batch(tokenizer, out, parts, count,
                                     &(bml_special){.others_are_text = true}));
    double seconds = now(CLOCK_MONOTONIC) - start;
    for (size_t i = 0; i < count; i++)
        bml_tokens_free(&out[i]);
    free(out);
    return seconds;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

static void measure_threads(char **words) {
    bml_text text = read_text(words[2]);
    bml_text *parts = malloc((text.size / PART + 1) * sizeof *parts);
    bml_tokenizer *tokenizer = open_encoding(words);
    if (!parts)
        stop("parts", "no memory");
    size_t count = cut(parts, text);
    batch(tokenizer, parts, count, 2); /* threads are started, and both have a cache */
    double one = 1e9, two = 1e9;
    for (int i = 0; i < REPEATS; i++) {
        one = least(one, batch(tokenizer, parts, count, 1));
        two = least(two, batch(tokenizer, parts, count, 2));
    }
    printf("{\"one\":%.9f,\"two\":%.9f}\n", one, two);
    bml_tokenizer_free(tokenizer);
    free(parts);
    free((void *)text.data);
}

static void measure_training(const char *size, const char *path) {
    bml_tokenizer *tokenizer = NULL;
    bml_train_options options = {.vocabulary = strtoul(size, NULL, 10),
                                 .pattern = BML_PATTERN_GPT2};
    bml_set_threads(1);
    double start = now(CLOCK_PROCESS_CPUTIME_ID);
    check(bml_tokenizer_train_files(&tokenizer, &options, &path, 1));
    printf("{\"seconds\":%.9f,\"tokens\":%zu}\n", now(CLOCK_PROCESS_CPUTIME_ID) - start,
           bml_tokenizer_get_info(tokenizer).tokens);
    bml_tokenizer_free(tokenizer);
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "";
    if (strcmp(what, "encode") == 0 && (count == 5 || count == 6)) {
        bml_set_threads(1);
        encode(words + 2, count == 6 ? words[5] : NULL);
    } else if (strcmp(what, "threads") == 0 && count == 5) {
        measure_threads(words + 2);
    } else if (strcmp(what, "train") == 0 && count == 4) {
        measure_training(words[2], words[3]);
    } else {
        fputs("usage: see bench/tokenizer.c\n", stderr);
        return 2;
    }
    return 0;
}
