/* Small tables: all bytes and a few tokens more. */
#ifndef BML_TEST_TOKENIZER_SMALL_TABLES_H
#define BML_TEST_TOKENIZER_SMALL_TABLES_H

/* A rank file of the 256 bytes, then `more`; at line `skip` (from 0, or -1) nothing. */
void bml_test_put_ranks(const char *path, int skip, const char *more);
/* vocab.json's object of the 256 bytes in the order of GPT-2's alphabet, then `more`, which starts
 * with a comma; the name `skip` (or NULL) is left out. */
void bml_test_put_vocab(const char *path, const char *skip, const char *more);
/* A tokenizer.json around such a vocabulary; NULL for what a good one has. */
void bml_test_put_json(const char *path, const char *added, const char *split, const char *more,
                       const char *merges, const char *rest);

#endif
