#include <stdio.h>

#include <bendml/tokenizer.h>

int main(void) {
    bml_tokenizer *gpt2 = NULL;
    bml_tokens tokens = {0};
    bml_bytes text = {0};
    int done = bml_tokenizer_open(&gpt2, "gpt2", NULL) == BML_OK &&
               bml_tokenizer_encode_ordinary(gpt2, &tokens, "Hello, world!", 13) == BML_OK &&
               bml_tokenizer_decode(gpt2, &text, tokens.ids, tokens.count) == BML_OK;
    if (done)
        printf("%zu tokens, %.*s\n", tokens.count, (int)text.size, text.data);
    else
        fprintf(stderr, "%s\n", bml_error_text());
    int as_expected = done && tokens.count == 4 && text.size == 13;
    bml_bytes_free(&text);
    bml_tokens_free(&tokens);
    bml_tokenizer_free(gpt2);
    return !as_expected;
}
