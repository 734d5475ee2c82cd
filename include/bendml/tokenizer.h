/* Byte-level BPE: texts to token ids and back, exactly as tiktoken does it for gpt2, cl100k_base
 * and o200k_base; any bytes are a text, and decoding what was encoded gives the same bytes.
 *
 * A text is cut into pieces by a pattern; a piece that is a token is that token, any other is
 * merged from its bytes by the rules of the table, the one of lowest rank first, leftmost first.
 * Patterns see characters by Unicode 16; each byte that is not part of well-formed UTF-8 is a
 * character of its own that is neither letter, number, mark nor white space. NUL is an ordinary
 * character.
 *
 * Sizes and offsets are in bytes. A tokenizer does not change once it is made, but for the caches
 * of words inside it, which are never shared: every function that takes a const one may be called
 * from several threads at once. Each thread that encodes uses a cache, of 0.1 MB at first and 27 MB
 * at most, which is kept for the next until the tokenizer is freed, 64 of them at most. Outputs
 * must not overlap inputs.
 *
 * Example (compiled and run as tests/examples/tokenizer.c):
 *
 *   bml_tokenizer *gpt2 = NULL;
 *   bml_tokens tokens = {0};
 *   bml_bytes text = {0};
 *   if (bml_tokenizer_open(&gpt2, "gpt2", NULL) == BML_OK &&
 *       bml_tokenizer_encode_ordinary(gpt2, &tokens, "Hello, world!", 13) == BML_OK &&
 *       bml_tokenizer_decode(gpt2, &text, tokens.ids, tokens.count) == BML_OK)
 *       printf("%zu tokens, %.*s\n", tokens.count, (int)text.size, text.data);
 *   else
 *       fprintf(stderr, "%s\n", bml_error_text());
 *   bml_bytes_free(&text);
 *   bml_tokens_free(&tokens);
 *   bml_tokenizer_free(gpt2);
 */
#ifndef BENDML_TOKENIZER_H
#define BENDML_TOKENIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <bendml/status.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bml_tokenizer bml_tokenizer;

/* How a text is cut before it is merged. */
typedef enum bml_pattern {
    BML_PATTERN_GPT2,
    BML_PATTERN_CL100K, /* tiktoken's */
    BML_PATTERN_O200K,
    BML_PATTERN_LLAMA3, /* cl100k as tokenizer.json files have it: white space at the end of a text
                           is cut after its last newline */
    BML_PATTERN_NONE,   /* not at all */
    BML_PATTERN_COUNT
} bml_pattern;

const char *bml_pattern_name(bml_pattern pattern); /* "gpt2", "cl100k", ..., "unknown" */

enum {
    BML_TOKEN_LIMIT = 2097151 /* ids are below this; 2^21 - 1 */
};

/* A special token stands for itself, not for the text it looks like. */
typedef struct bml_special_token {
    const char *text; /* not empty */
    uint32_t id;
} bml_special_token;

/* ---- Making one. *out is the caller's, for bml_tokenizer_free; on error it stays as it was.
 * Errors of all: BML_ERROR_MEMORY, _IO, and _FORMAT for a file that is not a table: the text names
 * the file, the line or byte, what was found and what was expected. ---- */

/* The encoding "gpt2", whose table is built in (`table` NULL), or "cl100k_base" or "o200k_base"
 * with the path of its .tiktoken file; for gpt2 such a file may be given too. With their special
 * tokens. BML_ERROR_NOT_FOUND: no such encoding (the text lists them), or no table given for it. */
BML_MUST_USE bml_status bml_tokenizer_open(bml_tokenizer **out, const char *encoding,
                                           const char *table);

/* A rank file: lines of base64, a space and the rank, which is the id; ranks are 0, 1, 2... in any
 * order. `special` is copied. */
BML_MUST_USE bml_status bml_tokenizer_load_tiktoken(bml_tokenizer **out, const char *path,
                                                    bml_pattern pattern,
                                                    const bml_special_token *special, size_t count);

/* vocab.json and merges.txt, in GPT-2's alphabet for bytes; the merges' first line may be #version.
 * Without a vocabulary (NULL) ids are as GPT-2's: the bytes in the order of that alphabet, then the
 * results of the merges. A token that is no byte and made by no merge is special. */
BML_MUST_USE bml_status bml_tokenizer_load_merges(bml_tokenizer **out, const char *vocab,
                                                  const char *merges, bml_pattern pattern);

/* Hugging Face's tokenizer.json of a byte-level BPE. All of added_tokens are special. The
 * pre_tokenizer is ByteLevel, or Split by one of the known patterns and ByteLevel. What a
 * post_processor adds around a text is not added here. BML_ERROR_UNSUPPORTED: another model or
 * pre_tokenizer, a normalizer, a dropout, an added token that strips spaces or matches whole words;
 * the text says which. */
BML_MUST_USE bml_status bml_tokenizer_load_json(bml_tokenizer **out, const char *path);

void bml_tokenizer_free(bml_tokenizer *tokenizer); /* NULL is fine */

/* ---- Saving. A file appears under its name when it is complete and on the disk; on error there is
 * the old one or none. BML_ERROR_IO, _MEMORY; _UNSUPPORTED where the format cannot say what the
 * tokenizer does. ---- */

/* Without special tokens, as is usual. _UNSUPPORTED: ids of other tokens are not 0, 1, 2... without
 * gap, or their order is not that of the rules. */
BML_MUST_USE bml_status bml_tokenizer_save_tiktoken(const bml_tokenizer *tokenizer,
                                                    const char *path);
/* Two files, the vocabulary first, one of which may be NULL. _UNSUPPORTED: a token that no rule
 * makes; a special token that would be read as other bytes, or as another token. */
BML_MUST_USE bml_status bml_tokenizer_save_merges(const bml_tokenizer *tokenizer, const char *vocab,
                                                  const char *merges);
BML_MUST_USE bml_status bml_tokenizer_save_json(const bml_tokenizer *tokenizer, const char *path);

/* ---- Buffers that grow, the caller's to free. {0} is an empty one. A call adds to what is there
 * (set `count` or `size` to 0 to start again in the same memory); on error the content is what it
 * was. ---- */

typedef struct bml_tokens {
    uint32_t *ids;
    size_t count, room;
} bml_tokens;

typedef struct bml_bytes {
    unsigned char *data; /* not ended by NUL */
    size_t size, room;
} bml_bytes;

void bml_tokens_free(bml_tokens *tokens); /* and {0} again */
void bml_bytes_free(bml_bytes *bytes);

/* ---- Encoding. A text is any `size` bytes, NULL if that is 0. BML_ERROR_MEMORY; BML_ERROR_SIZE
 * for a piece of 1 GiB or more. ---- */

/* Adds the ids of a text to `out`. What looks like a special token is text. */
BML_MUST_USE bml_status bml_tokenizer_encode_ordinary(const bml_tokenizer *tokenizer,
                                                      bml_tokens *out, const void *text,
                                                      size_t size);

/* Which special tokens become their ids, and what happens with the text of the others. */
typedef struct bml_special {
    bool all;            /* all are allowed */
    const uint32_t *ids; /* or these; an id that is not special: BML_ERROR_RANGE */
    size_t count;
    bool others_are_text; /* otherwise they are refused: BML_ERROR_FORMAT, with the offset */
} bml_special;

/* Adds the ids of a text to `out`. NULL: {0}, all are refused. Where several match, the first, and
 * of those the longest. Text between special tokens is encoded as a text of its own. */
BML_MUST_USE bml_status bml_tokenizer_encode(const bml_tokenizer *tokenizer, bml_tokens *out,
                                             const void *text, size_t size,
                                             const bml_special *special);

/* At most `room` ids of encode_ordinary, the first of them. *count: how many; *used (which may be
 * NULL): of how many bytes of text, `size` if it is all. There are never more ids than bytes. On
 * error all but ids[0..room) stays as it was. */
BML_MUST_USE bml_status bml_tokenizer_encode_into(const bml_tokenizer *tokenizer, uint32_t *ids,
                                                  size_t room, size_t *count, size_t *used,
                                                  const void *text, size_t size);

/* *count := how many ids encode_ordinary gives. */
BML_MUST_USE bml_status bml_tokenizer_count(const bml_tokenizer *tokenizer, size_t *count,
                                            const void *text, size_t size);

/* Of many texts, on several threads: adds to out[i] what encode does for texts[i]. On error each
 * out[i] holds what it did, or that and all of its text's ids; the error text has the text's
 * number. */
typedef struct bml_text {
    const void *data;
    size_t size;
} bml_text;
BML_MUST_USE bml_status bml_tokenizer_encode_batch(const bml_tokenizer *tokenizer, bml_tokens *out,
                                                   const bml_text *texts, size_t count,
                                                   const bml_special *special);

/* ---- Decoding ---- */

/* Adds the bytes of these tokens, special ones included. BML_ERROR_RANGE: ids[i] is no token; the
 * text has i, the id and the limit. */
BML_MUST_USE bml_status bml_tokenizer_decode(const bml_tokenizer *tokenizer, bml_bytes *out,
                                             const uint32_t *ids, size_t count);

/* offsets[i] := where token i starts in the decoded text, i in 0..count, the last being its size.
 * `offsets` has count + 1 elements. BML_ERROR_RANGE as above, and then nothing is written. */
BML_MUST_USE bml_status bml_tokenizer_offsets(const bml_tokenizer *tokenizer, size_t *offsets,
                                              const uint32_t *ids, size_t count);

/* For a text that comes a token at a time: bytes of a UTF-8 character that is not complete wait for
 * the next token; bytes that can be no part of one pass through. {0} is the start of a stream. */
typedef struct bml_stream {
    unsigned char held[4];
    size_t count; /* 0..3 */
} bml_stream;

/* Adds to `out` what is complete after this token. BML_ERROR_RANGE, BML_ERROR_MEMORY: nothing
 * has changed. */
BML_MUST_USE bml_status bml_tokenizer_stream(const bml_tokenizer *tokenizer, bml_stream *stream,
                                             bml_bytes *out, uint32_t id);
/* At the end: adds what is still held, and the stream is {0} again. BML_ERROR_MEMORY. */
BML_MUST_USE bml_status bml_stream_end(bml_stream *stream, bml_bytes *out);

/* ---- What is in it ---- */

/* *data, *size := the bytes of a token, lent as long as the tokenizer lives, not ended by NUL.
 * BML_ERROR_RANGE. */
BML_MUST_USE bml_status bml_tokenizer_token(const bml_tokenizer *tokenizer,
                                            const unsigned char **data, size_t *size, uint32_t id);
/* *id := the token with exactly these bytes; a special one only if there is no other.
 * BML_ERROR_NOT_FOUND. */
BML_MUST_USE bml_status bml_tokenizer_find(const bml_tokenizer *tokenizer, uint32_t *id,
                                           const void *data, size_t size);
/* Whether this is the id of a special token; false for what is no token. */
bool bml_tokenizer_is_special(const bml_tokenizer *tokenizer, uint32_t id);

/* `name` is the encoding's or the file's, lent; `limit` is one more than the largest id, `tokens`
 * counts all, special ones included. */
typedef struct bml_tokenizer_info {
    const char *name;
    bml_pattern pattern;
    size_t limit, tokens, special, rules;
} bml_tokenizer_info;
bml_tokenizer_info bml_tokenizer_get_info(const bml_tokenizer *tokenizer);

/* *end := where the pattern's piece ends that starts at text[at], at < size, if `at` is 0 or such
 * an end. BML_ERROR_RANGE: at >= size. */
BML_MUST_USE bml_status bml_tokenizer_piece(const bml_tokenizer *tokenizer, size_t *end,
                                            const void *text, size_t size, size_t at);

/* ---- Training. Byte-level BPE: texts are cut by the pattern, each byte of a piece is a token, and
 * then the pair of neighbouring tokens that is most frequent becomes a token, wherever it is, again
 * and again (Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword
 * Units", 2016; on bytes: Radford et al., "Language Models are Unsupervised Multitask Learners",
 * 2019).
 *
 * A pair is counted as often as joining it from left to right would join it: "aaa" has one "aa".
 * Of pairs that are equally frequent the one is taken that is seen first when the texts, as they
 * are cut and joined by then, are read from the start. So the result depends on the texts and the
 * options alone, not on the number of threads.
 *
 * Ids are as GPT-2's: the 256 bytes in the order of its alphabet, then the learned tokens in order,
 * then the special ones. Any of the savers can write that, and what is read back is the same. ----
 */

typedef struct bml_train_options {
    size_t vocabulary; /* how many tokens, the bytes and the special ones included */
    bml_pattern pattern;
    uint64_t min_frequency;     /* a pair that is seen less often is not joined; 0 stands for 2 */
    const char *const *special; /* [special_count], all different; in the texts they are text. In
                                   files by name one cannot also be a learned token */
    size_t special_count;
    /* Called by the calling thread, if it is not NULL: with `done` 0 after each group of files that
     * was read, then after each token that was learned, when there are `done` of `all`, bytes
     * included and special tokens not. If it returns false, training ends there, and what was
     * learned is the result. */
    bool (*progress)(void *context, size_t done, size_t all);
    void *context;
} bml_train_options;

/* *out := a tokenizer named "trained", learned from `count` texts; it is the caller's. Where the
 * texts have no pair left that is frequent enough it has fewer tokens than were asked for, as those
 * of Hugging Face's trainer: bml_tokenizer_get_info says how many. Takes time in proportion to the
 * texts and memory in proportion to their distinct words; the first part runs on several threads.
 * BML_ERROR_MEMORY; _SIZE: a vocabulary of fewer than 256 and the special tokens or more than
 * BML_TOKEN_LIMIT, or 3 GiB of distinct words; _RANGE: no such pattern; _FORMAT: a special token
 * that is empty, or there twice. */
BML_MUST_USE bml_status bml_tokenizer_train(bml_tokenizer **out, const bml_train_options *options,
                                            const bml_text *texts, size_t count);
/* The same for the contents of files, each of which is one text. BML_ERROR_IO, with the path. */
BML_MUST_USE bml_status bml_tokenizer_train_files(bml_tokenizer **out,
                                                  const bml_train_options *options,
                                                  const char *const *paths, size_t count);

#ifdef __cplusplus
}
#endif
#endif
