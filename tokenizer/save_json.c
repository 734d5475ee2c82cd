/* Hugging Face's tokenizer.json. */
#include "save_internal.h"

static void write_added(bml_writer_ *w, const bml_tokenizer *t) {
    const bml_vocabulary_ *v = &t->vocabulary;
    const char *comma = "";
    bml_write_text_(w, "  \"added_tokens\": [");
    for (uint32_t id = 0; id < v->limit && !w->status; id++) {
        if (!bml_tokenizer_is_special(t, id))
            continue;
        bml_write_text_(w, "%s\n    {\"id\": %u, \"content\": ", comma, id);
        bml_write_json_(w, bml_token_bytes_(v, id), bml_token_size_(v, id));
        bml_write_text_(w, ", \"single_word\": false, \"lstrip\": false, \"rstrip\": false, "
                           "\"normalized\": false, \"special\": true}");
        comma = ",";
    }
    bml_write_text_(w, "\n  ],\n");
}

static const char byte_level[] = "{\"type\": \"ByteLevel\", \"add_prefix_space\": false, "
                                 "\"trim_offsets\": true, \"use_regex\": ";

static void write_split(bml_writer_ *w, const bml_tokenizer *t) {
    const char *regex = bml_pattern_regex_(t->pattern);
    bml_write_text_(w, "  \"normalizer\": null,\n  \"pre_tokenizer\": ");
    if (t->pattern == BML_PATTERN_GPT2 || t->pattern == BML_PATTERN_NONE) {
        bml_write_text_(w, "%s%s},\n", byte_level, regex ? "true" : "false");
    } else {
        bml_write_text_(w, "{\"type\": \"Sequence\", \"pretokenizers\": [\n"
                           "    {\"type\": \"Split\", \"pattern\": {\"Regex\": ");
        bml_write_json_(w, (const uint8_t *)regex, strlen(regex));
        bml_write_text_(w, "}, \"behavior\": \"Isolated\", \"invert\": false},\n    %sfalse}]},\n",
                        byte_level);
    }
    bml_write_text_(w, "  \"post_processor\": null,\n  \"decoder\": %strue},\n", byte_level);
}

static void write_merges(bml_writer_ *w, const bml_tokenizer *t) {
    const bml_vocabulary_ *v = &t->vocabulary;
    const char *comma = "";
    bml_write_text_(w, "    \"merges\": [");
    for (uint32_t rank = 0; rank < t->rules.limit && !w->status; rank++) {
        const bml_rule_ *rule = &t->rules.rules[rank];
        if (rule->left == BML_NONE_)
            continue;
        bml_write_text_(w, "%s\n      [", comma);
        bml_write_alphabet_json_(w, bml_token_bytes_(v, rule->left),
                                 bml_token_size_(v, rule->left));
        bml_write_text_(w, ", ");
        bml_write_alphabet_json_(w, bml_token_bytes_(v, rule->right),
                                 bml_token_size_(v, rule->right));
        bml_write_text_(w, "]");
        comma = ",";
    }
    bml_write_text_(w, "\n    ]\n");
}

bml_status bml_tokenizer_save_json(const bml_tokenizer *tokenizer, const char *path) {
    bml_writer_ w;
    bml_write_begin_(&w, path);
    bml_write_text_(&w,
                    "{\n  \"version\": \"1.0\",\n  \"truncation\": null,\n  \"padding\": null,\n");
    write_added(&w, tokenizer);
    write_split(&w, tokenizer);
    bml_write_text_(
        &w,
        "  \"model\": {\n    \"type\": \"BPE\", \"dropout\": null, \"unk_token\": null,\n"
        "    \"continuing_subword_prefix\": null, \"end_of_word_suffix\": null,\n"
        "    \"fuse_unk\": false, \"byte_fallback\": false, \"ignore_merges\": %s,\n"
        "    \"vocab\": ",
        tokenizer->whole_words ? "true" : "false");
    bml_write_vocab_(&w, tokenizer, "    ");
    bml_write_text_(&w, ",\n");
    write_merges(&w, tokenizer);
    bml_write_text_(&w, "  }\n}\n");
    return bml_write_end_(&w);
}
