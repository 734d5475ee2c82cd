/* The example of status.h. */
#undef NDEBUG
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include <bendml/tensor_array.h>

int main(void) {
    bml_safetensors *file = NULL;
    bml_status status = bml_safetensors_open(&file, "weights.safetensors");
    if (status != BML_OK)
        printf("%s\n", bml_error_text());
    assert(status == BML_ERROR_IO && !file);
    assert(strcmp(bml_error_text(), "weights.safetensors: No such file or directory") == 0);
    return 0;
}
