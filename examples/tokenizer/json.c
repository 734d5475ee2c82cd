#include "json.h"

#include "program.h"
#include "utf8.h"

static void write_character(output *out, unsigned char c) {
    if (c == '"' || c == '\\') {
        output_byte(out, '\\');
        output_byte(out, (char)c);
    } else if (c == '\n') {
        output_text(out, "\\n");
    } else if (c < 0x20) {
        output_format(out, "\\u%04x", c);
    } else {
        output_byte(out, (char)c);
    }
}

static void write_token(output *out, const unsigned char *bytes, size_t size) {
    bool string = utf8_whole(bytes, size);
    output_byte(out, string ? '"' : '[');
    for (size_t i = 0; i < size; i++)
        if (string) {
            write_character(out, bytes[i]);
        } else {
            output_text(out, i ? "," : "");
            output_number(out, bytes[i]);
        }
    output_byte(out, string ? '"' : ']');
}

/* The bytes of an id that the tokenizer itself has given. */
static size_t get_token(const unsigned char **bytes, const bml_tokenizer *tokenizer, uint32_t id) {
    size_t size = 0;
    *bytes = NULL;
    return succeeded(bml_tokenizer_token(tokenizer, bytes, &size, id)) ? size : 0;
}

void json_write(output *out, const bml_tokenizer *tokenizer, const bml_tokens *tokens) {
    const unsigned char *bytes;
    uint64_t offset = 0;
    output_text(out, "{\"ids\":[");
    output_ids(out, tokens->ids, tokens->count, ',');
    output_text(out, "],\"tokens\":[");
    for (size_t i = 0; i < tokens->count && !out->failed; i++) {
        size_t size = get_token(&bytes, tokenizer, tokens->ids[i]);
        output_text(out, i ? "," : "");
        write_token(out, bytes, size);
    }
    output_text(out, "],\"offsets\":[");
    for (size_t i = 0; i < tokens->count && !out->failed; i++) {
        output_text(out, i ? "," : "");
        output_number(out, offset);
        offset += get_token(&bytes, tokenizer, tokens->ids[i]);
    }
    output_text(out, "]}");
}
