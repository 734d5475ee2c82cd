/* A vector is a matrix of one row wherever the rules agree; indices and files take any dimension.
 */
#include <bendml/tensor_array.h>

BML_DIM(in, 784);
BML_DIM(out, 10);
BML_DIM_RT(vocabulary);
BML_SHAPE(in, out);
BML_VECTOR(in);
BML_VECTOR(out);
BML_VECTOR(vocabulary);

void one_row(bml_vec(out) * y, const bml_vec(in) * x, const bml_mat(in, out) * w,
             const bml_vec(out) * b);
void one_row(bml_vec(out) * y, const bml_vec(in) * x, const bml_mat(in, out) * w,
             const bml_vec(out) * b) {
    bml_matmul(y, x, w);
    bml_add(y, y, b);
    bml_add_row(y, y, b);
    bml_relu(y, y);
    bml_scale(y, 2, y);
}

bml_status files(bml_mat(in, out) * w, bml_vec(out) * b, bml_vec(vocabulary) * v,
                 const bml_safetensors *file);
bml_status files(bml_mat(in, out) * w, bml_vec(out) * b, bml_vec(vocabulary) * v,
                 const bml_safetensors *file) {
    const bml_tensor_source tensors[] = {BML_TENSOR("w", w), BML_TENSOR("b", b)};
    if (bml_load(w, file, "w") || bml_load(b, file, "b") || bml_load(v, file, "v"))
        return BML_ERROR_FORMAT;
    return bml_safetensors_write("model.safetensors", tensors, 2, NULL);
}

bml_status lists(bml_mat(in, out) * w, bml_ids(vocabulary) * ids, float *numbers);
bml_status lists(bml_mat(in, out) * w, bml_ids(vocabulary) * ids, float *numbers) {
    const uint32_t tokens[] = {1, 2};
    const uint8_t pixels[784 * 10] = {0};
    if (bml_from_list(w, numbers, 7840) || bml_to_list(numbers, 7840, w) ||
        bml_write_row(w, 0, numbers, 10) || bml_read_row(numbers, 10, w, 0))
        return BML_ERROR_SIZE;
    return bml_ids_from_list(ids, tokens, 2, 50257) || bml_from_bytes(w, pixels, 7840, 255)
               ? BML_ERROR_SIZE
               : BML_OK;
}
