/* What bendml-mnist is made of and its output does not show: the random numbers, batches, one step
 * by the book, pictures. */
#include <stdio.h>
#include <stdlib.h>

#include <zlib.h>

#include "data.h"
#include "expect.h"
#include "options.h"
#include "picture.h"
#include "examples/mnist/random.h" /* support has a random.h too */
#include "train.h"

/* The first of splitmix64 from 0, as in Vigna's splitmix64.c. */
static void known_random_numbers(void **unused) {
    (void)unused;
    static const uint64_t expected[] = {0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f,
                                        0xf88bb8a8724c81ec};
    uint64_t state = 0;
    for (size_t i = 0; i < 4; i++)
        assert_true(random_next(&state) == expected[i]);
}

static void first_weights(void **unused) {
    (void)unused;
    network net;
    ASSERT_OK(network_alloc(&net));
    network_init(&net, 0);
    double sum = 0, most = 0;
    for (size_t i = 0; i < 784; i++)
        for (size_t j = 0; j < 128; j++) {
            double w = (double)net.w1.raw.data[i * net.w1.raw.stride + j];
            sum += w;
            most = fmax(most, fabs(w));
        }
    assert_true(most <= 1 / 28.0 && most > 0.999 / 28);
    ASSERT_NEAR(sum / (784 * 128), 0, 3e-4); /* five standard deviations of the mean */
    ASSERT_NEAR(net.w1.raw.data[0], (2 * ((0xe220a8397b1dcdaf >> 11) * 0x1p-53) - 1) / 28, 1e-9);
    for (size_t j = 0; j < 10; j++)
        assert_true(net.b2.raw.data[j] == 0);
    network_free(&net);
}

/* `count` images, number i of grey (7 i + pixel) % 256 and label i % 10. */
static data_set make_set(size_t count) {
    data_set set = {count, malloc(count * PIXELS), malloc(count * sizeof(uint32_t))};
    assert_true(set.images && set.labels);
    for (size_t i = 0; i < count; i++) {
        set.labels[i] = (uint32_t)(i % 10);
        for (size_t j = 0; j < PIXELS; j++)
            set.images[i * PIXELS + j] = (uint8_t)(7 * i + j);
    }
    return set;
}

static void assert_image(const batch_state *state, size_t row, size_t image) {
    const bml_array *x = &state->x.raw;
    for (size_t j = 0; j < PIXELS; j++)
        assert_true(x->data[row * x->stride + j] == (float)(uint8_t)(7 * image + j) / 255);
    assert_int_equal(state->labels.raw.data[row], image % 10);
}

static void batches_cover_the_set(void **unused) {
    (void)unused;
    enum { COUNT = 10 };
    data_set set = make_set(COUNT);
    uint32_t order[COUNT] = {9, 3, 5, 0, 1, 8, 2, 7, 6, 4};
    for (size_t batch = 1; batch <= COUNT + 2; batch++) {
        batches all;
        size_t next = 0, first;
        ASSERT_OK(batches_alloc(&all, COUNT, batch));
        for (size_t i = 0; i < batches_number(&all); i++) {
            batch_state *state = batches_at(&all, i, &first);
            assert_int_equal(first, next);
            next += state->rows.value;
            ASSERT_OK(data_batch(state, &set, NULL, first));
            for (size_t row = 0; row < state->rows.value; row++)
                assert_image(state, row, first + row);
            ASSERT_OK(data_batch(state, &set, order, first));
            for (size_t row = 0; row < state->rows.value; row++)
                assert_image(state, row, order[first + row]);
        }
        assert_int_equal(next, COUNT);
        batches_free(&all);
    }
    data_free(&set);
}

/* One step of the network in f64 by plain loops, on the weights' own layout. */
typedef struct plain_network {
    double w1[784][128], b1[128], w2[128][10], b2[10];
} plain_network;

static void plain_copy(plain_network *plain, const network *net) {
    for (size_t i = 0; i < 784; i++)
        for (size_t j = 0; j < 128; j++)
            plain->w1[i][j] = (double)net->w1.raw.data[i * net->w1.raw.stride + j];
    for (size_t i = 0; i < 128; i++)
        for (size_t j = 0; j < 10; j++)
            plain->w2[i][j] = (double)net->w2.raw.data[i * net->w2.raw.stride + j];
    for (size_t j = 0; j < 128; j++)
        plain->b1[j] = (double)net->b1.raw.data[j];
    for (size_t j = 0; j < 10; j++)
        plain->b2[j] = (double)net->b2.raw.data[j];
}

/* dz := d loss / d z of one row; its loss. */
static double plain_forward(const plain_network *net, const float *x, uint32_t label, double *h,
                            double *dz) {
    double sum = 0, z[10];
    for (size_t j = 0; j < 128; j++) {
        h[j] = net->b1[j];
        for (size_t i = 0; i < 784; i++)
            h[j] += (double)x[i] * net->w1[i][j];
        h[j] = fmax(h[j], 0);
    }
    for (size_t k = 0; k < 10; k++) {
        z[k] = net->b2[k];
        for (size_t j = 0; j < 128; j++)
            z[k] += h[j] * net->w2[j][k];
        sum += exp(z[k]);
    }
    for (size_t k = 0; k < 10; k++)
        dz[k] = exp(z[k]) / sum - (k == label);
    return log(sum) - z[label];
}

/* new -= lr / rows * the gradient of one row at old */
static double plain_step(plain_network *new, const plain_network *old, const float *x,
                         uint32_t label, double rate) {
    double h[128], dz[10], loss = plain_forward(old, x, label, h, dz);
    for (size_t j = 0; j < 128; j++) {
        double dh = 0;
        for (size_t k = 0; k < 10; k++) {
            dh += dz[k] * old->w2[j][k];
            new->w2[j][k] -= rate *h[j] * dz[k];
        }
        dh = h[j] > 0 ? dh : 0;
        new->b1[j] -= rate *dh;
        for (size_t i = 0; i < 784; i++)
            new->w1[i][j] -= rate *(double)x[i] * dh;
    }
    for (size_t k = 0; k < 10; k++)
        new->b2[k] -= rate *dz[k];
    return loss;
}

static double difference(const plain_network *a, const plain_network *b) {
    const double *p = &a->w1[0][0], *q = &b->w1[0][0];
    double most = 0;
    for (size_t i = 0; i < sizeof *a / sizeof *p; i++)
        most = fmax(most, fabs(p[i] - q[i]));
    return most;
}

static void step_by_the_book(void **unused) {
    (void)unused;
    enum { ROWS = 5 };
    plain_network *old = malloc(sizeof *old), *new = malloc(sizeof *new),
                  *found = malloc(sizeof *found);
    network net;
    batch_state state;
    data_set set = make_set(ROWS);
    double loss, expected = 0;
    assert_true(old && new &&found);
    ASSERT_OK(network_alloc(&net));
    ASSERT_OK(batch_alloc(&state, ROWS));
    network_init(&net, 1);
    ASSERT_OK(data_batch(&state, &set, NULL, 0));
    plain_copy(old, &net);
    *new = *old;
    for (size_t i = 0; i < ROWS; i++)
        expected += plain_step(new, old, state.x.raw.data + i * state.x.raw.stride, set.labels[i],
                               0.5 / ROWS) /
                    ROWS;
    ASSERT_OK(network_step(&net, &state, 0.5f, &loss));
    ASSERT_NEAR(loss, expected, 1e-5);
    plain_copy(found, &net);
    assert_true(difference(new, old) > 1e-2);
    ASSERT_NEAR(difference(found, new), 0, 1e-6);
    network_free(&net);
    batch_free(&state);
    data_free(&set);
    free(old);
    free(new);
    free(found);
}

static void class_and_probability(void **unused) {
    (void)unused;
    double probability;
    float z[CLASSES] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
    assert_int_equal(network_class(z, &probability), 3); /* the first of equals */
    ASSERT_NEAR(probability, exp(1) / (8 + 2 * exp(1)), 1e-12);
    z[9] = 3e38f;
    z[0] = -3e38f;
    assert_int_equal(network_class(z, &probability), 9);
    ASSERT_NEAR(probability, 1, 0);
}

/* ---- Pictures ---- */

static unsigned base64_value(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *at = c == '=' ? digits : strchr(digits, c);
    assert_true(c != '\0' && at != NULL);
    return (unsigned)(at - digits);
}

static size_t base64_read(uint8_t *bytes, const char *text) {
    size_t count = 0, length = strlen(text);
    assert_int_equal(length % 4, 0);
    for (; *text; text += 4) {
        unsigned three = 0;
        for (int i = 0; i < 4; i++)
            three = three << 6 | base64_value(text[i]);
        for (int shift = 16; shift >= 0; shift -= 8)
            bytes[count++] = (uint8_t)(three >> shift);
    }
    return count - (text[-1] == '=') - (text[-2] == '=');
}

static uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The chunk's checksum is right and its type this; where the next one starts. */
static const uint8_t *chunk_end(const uint8_t *at, const char *type) {
    uint32_t size = big_endian(at);
    assert_memory_equal(at + 4, type, 4);
    assert_true(big_endian(at + 8 + size) == crc32(0, at + 4, size + 4));
    return at + 12 + size;
}

static void check_picture(const uint8_t *pixels, unsigned side) {
    static const uint8_t header_tail[] = {8, 0, 0, 0, 0}; /* 8 bits of grey, nothing special */
    char *text = NULL;
    size_t size;
    uint8_t png[4096], rows[28 * 29];
    FILE *out = open_memstream(&text, &size);
    assert_true(out && picture_write(out, pixels, side) && fclose(out) == 0);
    assert_memory_equal(text, "data:image/png;base64,", 22);
    const uint8_t *end = png + base64_read(png, text + 22), *at = png + 8;
    free(text);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_true(big_endian(at + 8) == side && big_endian(at + 12) == side);
    assert_memory_equal(at + 16, header_tail, sizeof header_tail);
    at = chunk_end(at, "IHDR");
    uLongf unpacked = sizeof rows;
    assert_int_equal(uncompress(rows, &unpacked, at + 8, big_endian(at)), Z_OK);
    assert_int_equal(unpacked, side * (side + 1));
    for (unsigned i = 0; i < side; i++) {
        assert_int_equal(rows[i * (side + 1)], 0);
        assert_memory_equal(rows + i * (side + 1) + 1, pixels + i * side, side);
    }
    at = chunk_end(chunk_end(at, "IDAT"), "IEND");
    assert_true(at == end);
}

static void pictures(void **unused) {
    (void)unused;
    uint8_t pixels[PIXELS] = {0};
    uint64_t state = 1;
    check_picture(pixels, 28);
    for (size_t i = 0; i < PIXELS; i++)
        pixels[i] = (uint8_t)random_next(&state); /* what no compression makes smaller */
    for (unsigned side = 1; side <= 28; side++)
        check_picture(pixels, side);
    assert_false(picture_write(stdout, pixels, 29));
}

static void escaped_text(void **unused) {
    (void)unused;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    html_write(out, "a<b>&\"c\"&amp; \xc3\xa9");
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "a&lt;b&gt;&amp;&quot;c&quot;&amp;amp; \xc3\xa9");
    free(text);
}

static void options_read(void **unused) {
    (void)unused;
    char *words[] = {"train",  "--batch=37", "--lr",       "5e-2", "--seed", "18446744073709551615",
                     "--json", "--epochs",   "2147483647", NULL};
    mnist_options options;
    assert_true(options_parse(&options, COMMAND_TRAIN, 9, words));
    assert_true(options.batch == 37 && options.lr == 0.05 && options.seed == UINT64_MAX &&
                options.json && options.epochs == INT32_MAX && !options.shuffle && !options.save);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_random_numbers),  cmocka_unit_test(first_weights),
        cmocka_unit_test(batches_cover_the_set), cmocka_unit_test(step_by_the_book),
        cmocka_unit_test(class_and_probability), cmocka_unit_test(pictures),
        cmocka_unit_test(escaped_text),          cmocka_unit_test(options_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
