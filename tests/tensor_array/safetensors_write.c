/* What is written is read back, is the very bytes that the format asks for, and takes the place of
 * an old file only when it is complete. tests/reference/safetensors_read_back.py reads what this
 * leaves behind with the reference implementation. */
#define _XOPEN_SOURCE 700

#include "expect.h"
#include "failing_allocator.h"
#include "random.h"
#include "safetensors_file.h"

#include <bendml/tensor_array.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH "written.safetensors"

static bml_safetensors *open_written(void) {
    bml_safetensors *file = NULL;
    ASSERT_OK(bml_safetensors_open(&file, PATH));
    return file;
}

static bml_array row_of(float *values, size_t count) {
    return (bml_array){values, 1, count, count, NULL};
}

static void expect_bytes(const void *bytes, size_t size) {
    size_t found_size;
    unsigned char *found = bml_test_read_file(PATH, &found_size);
    assert_int_equal(found_size, size);
    assert_memory_equal(found, bytes, size);
    free(found);
}

/* The fixture's f32 numbers narrowed by us are the 16-bit ones that PyTorch made of them. */
static void expect_narrowed(const bml_safetensors *golden, const char *name, bml_dtype dtype) {
    const bml_tensor_info *info = bml_safetensors_find(golden, "narrow");
    const unsigned char *expected = bml_safetensors_find(golden, name)->data;
    float values[64];
    bml_array x = row_of(values, info->shape[0]);
    assert_true(x.cols >= 40 && x.cols <= 64);
    ASSERT_OK(bml_safetensors_read(&x, 1, golden, "narrow"));
    ASSERT_OK(bml_safetensors_write(PATH, &(bml_tensor_source){"x", &x, 1, dtype}, 1, NULL));
    bml_safetensors *file = open_written();
    const unsigned char *found = bml_safetensors_at(file, 0)->data;
    assert_int_equal(bml_safetensors_at(file, 0)->dtype, dtype);
    for (size_t i = 0; i < x.cols; i++)
        if (found[2 * i] != expected[2 * i] || found[2 * i + 1] != expected[2 * i + 1])
            fail_msg("%s of %a: found %02x%02x, expected %02x%02x", name, (double)values[i],
                     found[2 * i + 1], found[2 * i], expected[2 * i + 1], expected[2 * i]);
    bml_safetensors_free(file);
}

static void narrows_as_the_reference_does(void **state) {
    (void)state;
    bml_safetensors *golden = NULL;
    ASSERT_OK(bml_safetensors_open(&golden, TEST_DATA "/safetensors/floats.safetensors"));
    expect_narrowed(golden, "narrow.f16", BML_DTYPE_F16);
    expect_narrowed(golden, "narrow.bf16", BML_DTYPE_BF16);
    bml_safetensors_free(golden);
}

static void keeps_nan_a_nan(void **state) {
    (void)state;
    static const uint32_t patterns[] = {0x7f800001, 0xff800001, 0x7fc00000, 0x7fffffff, 0x7f802000};
    enum { COUNT = sizeof patterns / sizeof *patterns };
    float values[COUNT], back[COUNT];
    memcpy(values, patterns, sizeof patterns);
    bml_array x = row_of(values, COUNT), y = row_of(back, COUNT);
    for (bml_dtype dtype = BML_DTYPE_F32; dtype <= BML_DTYPE_BF16; dtype++) {
        ASSERT_OK(bml_safetensors_write(PATH, &(bml_tensor_source){"x", &x, 1, dtype}, 1, NULL));
        bml_safetensors *file = open_written();
        ASSERT_OK(bml_safetensors_read(&y, 1, file, "x"));
        for (size_t i = 0; i < COUNT; i++)
            assert_true(isnan(back[i]) && !signbit(back[i]) == !signbit(values[i]));
        if (dtype == BML_DTYPE_F32)
            assert_memory_equal(back, values, sizeof values);
        bml_safetensors_free(file);
    }
}

/* Of a number that is a multiple of 1/64 below 4, each dtype holds all: it comes back as it was. */
static void fill_exact(bml_array *x) {
    for (size_t i = 0; i < x->rows; i++)
        for (size_t j = 0; j < x->cols; j++)
            x->data[i * x->stride + j] = (float)(bml_test_random(255) + 1) / 64 - 2;
}

static void round_trip(size_t rows, size_t cols, size_t rank, bml_dtype dtype) {
    bml_array x = bml_test_random_view(rows, cols), y = bml_test_random_view(rows, cols);
    fill_exact(&x);
    ASSERT_OK(bml_safetensors_write(PATH, &(bml_tensor_source){"x", &x, rank, dtype}, 1, NULL));
    bml_safetensors *file = open_written();
    assert_int_equal(bml_safetensors_at(file, 0)->rank, rank);
    ASSERT_OK(bml_safetensors_read(&y, rank, file, "x"));
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            assert_true(y.data[i * y.stride + j] == x.data[i * x.stride + j]);
    assert_true(bml_test_surroundings_kept(&y));
    bml_safetensors_free(file);
    bml_test_release(&x);
    bml_test_release(&y);
}

/* Around the sizes of the buffers too: 256 f32 or 512 halves at a time, 16384 bytes at a time. */
static void reads_back_every_size(void **state) {
    (void)state;
    static const size_t sizes[][2] = {{1, 1},   {0, 5},   {5, 0},    {0, 0},    {3, 7},
                                      {17, 33}, {2, 255}, {3, 256},  {2, 257},  {2, 511},
                                      {3, 512}, {2, 513}, {1, 4095}, {9, 4097}, {67, 8200}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (bml_dtype dtype = BML_DTYPE_F32; dtype <= BML_DTYPE_BF16; dtype++) {
            round_trip(sizes[i][0], sizes[i][1], 2, dtype);
            round_trip(1, sizes[i][1], 1, dtype);
        }
}

static void writes_the_bytes_of_the_format(void **state) {
    (void)state;
    float numbers[] = {1, -2, 0.5F};
    bml_array x = row_of(numbers, 3), column = {numbers, 3, 1, 1, NULL};
    const bml_tensor_source tensors[] = {{"w\"\n", &column, 2, BML_DTYPE_F16},
                                         {"b", &x, 1, BML_DTYPE_F32}};
    static const char expected[] =
        "\x98\0\0\0\0\0\0\0{\"__metadata__\":{\"k\":\"v\\\\\"},"
        "\"w\\\"\\u000a\":{\"dtype\":\"F16\",\"shape\":[3,1],\"data_offsets\":[0,6]},"
        "\"b\":{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[6,18]}}       "
        "\0\x3c\0\xc0\0\x38\0\0\x80\x3f\0\0\0\xc0\0\0\0\x3f";
    ASSERT_OK(bml_safetensors_write(PATH, tensors, 2, (const char *[]){"k", "v\\", NULL}));
    expect_bytes(expected, sizeof expected - 1);
    ASSERT_OK(bml_safetensors_write(PATH, NULL, 0, NULL));
    expect_bytes("\10\0\0\0\0\0\0\0{}      ", 16);
}

/* ---- Refusals, before anything is written ---- */

static void refuses_what_no_file_can_hold(void **state) {
    (void)state;
    float numbers[] = {1, 2, 3};
    bml_array x = row_of(numbers, 3), two = {numbers, 2, 1, 1, NULL};
    bml_array huge = {numbers, SIZE_MAX / 8, 16, 16, NULL},
              half = {numbers, 1, SIZE_MAX / 12, 9, NULL};
    const struct {
        bml_tensor_source tensors[2];
        const char *metadata[5];
        bml_status status;
        const char *words;
    } refused[] = {
        {{{"a", &x, 1, 0}, {"a", &x, 1, 0}},
         {0},
         BML_ERROR_FORMAT,
         PATH ": tensor \"a\": found twice, expected once"},
        {{{"a", &x, 1, 0}, {"b\xff", &x, 1, 0}},
         {0},
         BML_ERROR_FORMAT,
         "tensor \"b?\": found byte 0xff at 1, not UTF-8"},
        {{{"a", &x, 1, 0}, {"__metadata__", &x, 1, 0}}, {0}, BML_ERROR_FORMAT, "reserves"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, BML_DTYPE_I64}},
         {0},
         BML_ERROR_UNSUPPORTED,
         "tensor \"b\": found dtype I64, expected F32, F16 or BF16"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, (bml_dtype)99}}, {0}, BML_ERROR_UNSUPPORTED, "unknown"},
        {{{"a", &x, 1, 0}, {"b", &x, 3, 0}}, {0}, BML_ERROR_UNSUPPORTED, "found rank 3"},
        {{{"a", &x, 1, 0}, {"b", &two, 1, 0}}, {0}, BML_ERROR_SIZE, "found 2 rows, expected 1"},
        {{{"a", &x, 1, 0}, {"b", &huge, 2, 0}}, {0}, BML_ERROR_SIZE, "over what a file holds"},
        {{{"a", &half, 2, 0}, {"b", &half, 2, 0}}, {0}, BML_ERROR_SIZE, "tensor \"b\": found [1,"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, 0}},
         {"k", "1", "k", "2"},
         BML_ERROR_FORMAT,
         "metadata \"k\": found twice"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, 0}}, {"k"}, BML_ERROR_FORMAT, "found no value"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, 0}}, {"k", "\x80"}, BML_ERROR_FORMAT, "metadata value"},
        {{{"a", &x, 1, 0}, {"b", &x, 1, 0}}, {"\xc1", "v"}, BML_ERROR_FORMAT, "byte 0xc1 at 0"},
    };
    bml_test_write_file(PATH, "old", 3);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ASSERT_FAILS(bml_safetensors_write(PATH, refused[i].tensors, 2, refused[i].metadata),
                     refused[i].status, refused[i].words);
    expect_bytes("old", 3);
}

/* ---- The file's place ---- */

static size_t count_temporaries(const char *folder) {
    size_t count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));)
        count += strncmp(entry->d_name, ".bendml-", 8) == 0;
    closedir(directory);
    return count;
}

static void refuses_places_that_cannot_be(void **state) {
    (void)state;
    static char long_path[5000];
    memset(long_path, 'x', sizeof long_path - 1);
    const struct {
        const char *path;
        bml_status status;
        const char *words;
    } refused[] = {
        {"no-such-folder/x", BML_ERROR_IO, "no-such-folder/x: opening its folder: No such file"},
        {"/dev/null/x", BML_ERROR_IO, "/dev/null/x: looking at the old file: Not a directory"},
        {"/dev/null", BML_ERROR_UNSUPPORTED, "/dev/null: found a special file, expected a regular"},
        {".", BML_ERROR_UNSUPPORTED, ".: found a directory, expected a regular file"},
        {"", BML_ERROR_IO, ": "},
        {"dangling.link", BML_ERROR_IO, "dangling.link: following the symbolic link: No such"},
        {"fifo", BML_ERROR_UNSUPPORTED, "fifo: found a special file"},
        {long_path, BML_ERROR_IO, "xxx"},
    };
    unlink("dangling.link"), unlink("fifo");
    assert_int_equal(symlink("no-such-file", "dangling.link"), 0);
    assert_int_equal(mkfifo("fifo", 0600), 0);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        ASSERT_FAILS(bml_safetensors_write(refused[i].path, NULL, 0, NULL), refused[i].status,
                     refused[i].words);
    assert_int_equal(count_temporaries("."), 0);
    unlink("dangling.link"), unlink("fifo");
}

static mode_t mode_of(const char *path) {
    struct stat info;
    assert_int_equal(lstat(path, &info), 0);
    return info.st_mode & 07777;
}

static void gives_the_mode_that_fopen_would(void **state) {
    (void)state;
    unlink(PATH);
    mode_t mask = umask(027);
    ASSERT_OK(bml_safetensors_write(PATH, NULL, 0, NULL));
    assert_int_equal(mode_of(PATH), 0640);
    assert_int_equal(chmod(PATH, 0604), 0);
    ASSERT_OK(bml_safetensors_write(PATH, NULL, 0, NULL));
    assert_int_equal(mode_of(PATH), 0604);
    umask(mask);
    unlink(PATH);
}

static void writes_through_a_link(void **state) {
    (void)state;
    struct stat info;
    unlink("link"), unlink("folder.tmp/target"), rmdir("folder.tmp");
    assert_int_equal(mkdir("folder.tmp", 0700), 0);
    bml_test_write_file("folder.tmp/target", "old", 3);
    assert_int_equal(symlink("folder.tmp/target", "link"), 0);
    ASSERT_OK(bml_safetensors_write("link", NULL, 0, NULL));
    assert_int_equal(lstat("link", &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(lstat("folder.tmp/target", &info), 0);
    assert_int_equal(info.st_size, 16);
    assert_int_equal(count_temporaries("folder.tmp"), 0);
    unlink("link"), unlink("folder.tmp/target"), rmdir("folder.tmp");
}

/* A write that stops half way, as on a full disk, at each of several places. */
static void keeps_the_old_file_when_writing_fails(void **state) {
    (void)state;
    static const rlim_t limits[] = {0, 1, 100, 16384, 16385, 40000};
    struct rlimit old;
    bml_array x = bml_test_random_view(100, 101); /* 40400 bytes */
    bml_test_write_file(PATH, "old", 3);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){limits[i], old.rlim_max}), 0);
        bml_status status =
            bml_safetensors_write(PATH, &(bml_tensor_source){"x", &x, 2, 0}, 1, NULL);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0); /* before cmocka writes anything */
        ASSERT_FAILS(status, BML_ERROR_IO, PATH ": writing: File too large");
        expect_bytes("old", 3);
        assert_int_equal(count_temporaries("."), 0);
    }
    signal(SIGXFSZ, handler);
    bml_test_release(&x);
}

/* Left for the reference implementation to read. */
static void leaves_a_file_for_the_reference(void **state) {
    (void)state;
    static float numbers[40 * 33];
    for (size_t i = 0; i < 40 * 33; i++)
        numbers[i] = (float)i / 7 - 90;
    bml_array whole = {numbers, 40, 33, 33, NULL}, view = {numbers + 2 * 33 + 5, 11, 7, 33, NULL},
              vector = row_of(numbers + 3 * 33, 33), empty = {NULL, 0, 9, 9, NULL};
    const bml_tensor_source tensors[] = {
        {"view.f16", &view, 2, BML_DTYPE_F16},      {"vector", &vector, 1, BML_DTYPE_F32},
        {"größe \"\\\t", &whole, 2, BML_DTYPE_F32}, {"view.bf16", &view, 2, BML_DTYPE_BF16},
        {"empty", &empty, 2, BML_DTYPE_F32},        {"a.whole", &whole, 2, BML_DTYPE_F32},
    };
    ASSERT_OK(
        bml_safetensors_write("for_reference.safetensors", tensors, 6,
                              (const char *[]){"by", "bendml", "\x01", "\xe2\x82\xac", NULL}));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(narrows_as_the_reference_does),
        cmocka_unit_test(keeps_nan_a_nan),
        cmocka_unit_test(reads_back_every_size),
        cmocka_unit_test(writes_the_bytes_of_the_format),
        cmocka_unit_test(refuses_what_no_file_can_hold),
        cmocka_unit_test(refuses_places_that_cannot_be),
        cmocka_unit_test(gives_the_mode_that_fopen_would),
        cmocka_unit_test(writes_through_a_link),
        cmocka_unit_test(keeps_the_old_file_when_writing_fails),
        cmocka_unit_test(leaves_a_file_for_the_reference),
    };
    bml_test_fail_at(0);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (bml_test_live_blocks())
        fprintf(stderr, "%zu blocks are not released\n", bml_test_live_blocks());
    return failed || bml_test_live_blocks();
}
