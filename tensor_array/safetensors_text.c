#include "safetensors_internal.h"

#include <stdio.h>
#include <string.h>

/* Well-formed byte sequences: The Unicode Standard 15.0, table 3-7. */
size_t bml_utf8_character_(const char *text, size_t size) {
    const unsigned char *p = (const unsigned char *)text;
    if (size == 0)
        return 0;
    if (p[0] < 0x80)
        return 1;
    size_t length = p[0] >= 0xf0 ? 4 : p[0] >= 0xe0 ? 3 : 2;
    if (p[0] < 0xc2 || p[0] > 0xf4 || size < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    bool surrogate = p[0] == 0xed && p[1] > 0x9f, beyond = p[0] == 0xf4 && p[1] > 0x8f;
    return overlong || surrogate || beyond ? 0 : length;
}

bml_quoted_ bml_quote_(const char *name) {
    static const char end[] = "...\"";
    bml_quoted_ quoted;
    size_t used = 0, left = strlen(name);
    quoted.text[used++] = '"';
    while (left) {
        size_t length = bml_utf8_character_(name, left);
        bool prints = length && (unsigned char)*name >= 0x20 && *name != 0x7f;
        if (!length)
            length = 1;
        if (used + length + sizeof end > sizeof quoted.text)
            break;
        memcpy(quoted.text + used, prints ? name : "?", prints ? length : 1);
        used += prints ? length : 1;
        name += length;
        left -= length;
    }
    snprintf(quoted.text + used, sizeof quoted.text - used, "%s", left ? end : "\"");
    return quoted;
}

bml_shape_text_ bml_shape_text_of_(const size_t *shape, size_t rank) {
    bml_shape_text_ result;
    size_t used = 0;
    result.text[used++] = '[';
    for (size_t i = 0; i < rank; i++)
        used += (size_t)snprintf(result.text + used, sizeof result.text - used, "%s%zu",
                                 i ? "," : "", shape[i]);
    snprintf(result.text + used, sizeof result.text - used, "]");
    return result;
}
