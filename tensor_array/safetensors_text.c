#include "safetensors_internal.h"

#include <stdio.h>
#include <string.h>

#include "utf8_internal.h"

bml_quoted_ bml_quote_(const char *name) {
    static const char end[] = "...\"";
    bml_quoted_ quoted;
    size_t used = 0, left = strlen(name);
    quoted.text[used++] = '"';
    while (left) {
        size_t length = bml_utf8_size_(name, left, NULL);
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
