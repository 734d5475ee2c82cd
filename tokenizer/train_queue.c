#include "train_internal.h"

void bml_queue_sink_(bml_ranked_ *queue, size_t count, size_t at) {
    bml_ranked_ moved = queue[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && bml_ranked_before_(&queue[child + 1], &queue[child]))
            child++;
        if (!bml_ranked_before_(&queue[child], &moved))
            break;
        queue[at] = queue[child];
    }
    queue[at] = moved;
}

void bml_queue_rise_(bml_ranked_ *queue, size_t at) {
    bml_ranked_ moved = queue[at];
    for (size_t parent; at > 0; at = parent) {
        parent = (at - 1) / 2;
        if (!bml_ranked_before_(&moved, &queue[parent]))
            break;
        queue[at] = queue[parent];
    }
    queue[at] = moved;
}
