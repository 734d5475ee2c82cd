#define _XOPEN_SOURCE 700 /* for realpath */

#include "report.h"

#include <math.h>
#include <stdlib.h>

#include "base_internal.h"
#include "picture.h"
#include "program.h"

enum { WORST = 24, WIDTH = 720, HEIGHT = 260, LEFT = 46, BOTTOM = 30, POINTS = 360 };

typedef struct mistake {
    size_t image;
    unsigned predicted;
    double loss, probability; /* of what was predicted */
} mistake;

typedef struct findings {
    size_t confusion[CLASSES][CLASSES]; /* [label][predicted] */
    mistake worst[WORST];               /* by falling loss */
    size_t worst_count;
} findings;

static void keep_worst(findings *found, mistake m) {
    size_t i = found->worst_count < WORST ? found->worst_count++ : WORST - 1;
    if (i == WORST - 1 && found->worst_count == WORST && found->worst[i].loss >= m.loss)
        return;
    for (; i > 0 && found->worst[i - 1].loss < m.loss; i--)
        found->worst[i] = found->worst[i - 1];
    found->worst[i] = m;
}

/* One row of logits against its label. */
static void judge(findings *found, const float *z, uint32_t label, size_t image) {
    double probability;
    unsigned predicted = network_class(z, &probability);
    double loss = (double)z[predicted] - (double)z[label] - log(probability);
    found->confusion[label][predicted]++;
    if (predicted != label)
        keep_worst(found, (mistake){image, predicted, loss, probability});
}

static bool examine(findings *found, const network *net, const data_set *test, batches *all) {
    for (size_t i = 0; i < batches_number(all); i++) {
        size_t first;
        batch_state *state = batches_at(all, i, &first);
        if (!succeeded(data_batch(state, test, NULL, first)))
            return false;
        network_forward(net, state);
        for (size_t row = 0; row < state->rows.value; row++) {
            float z[CLASSES];
            if (!succeeded(bml_read_row(z, CLASSES, &state->z, row)))
                return false;
            judge(found, z, test->labels[first + row], first + row);
        }
    }
    return true;
}

static void write_head(FILE *out) {
    fputs(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>bendml-mnist</title>\n<style>\n"
        ":root { color-scheme: light dark; --ink: #1c2126; --soft: #68727d; --line: #d5dade;\n"
        "  --page: #fff; --blue: 37 99 200; --red: 200 60 40 }\n"
        "@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #97a1ab;\n"
        "  --line: #3a4148; --page: #16191c; --blue: 110 165 255; --red: 255 120 95 } }\n"
        "body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page);\n"
        "  max-width: 46rem; margin: 2rem auto; padding: 0 1rem }\n"
        "h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2.2rem }\n"
        "table { border-collapse: collapse; font-variant-numeric: tabular-nums; display: block;\n"
        "  overflow-x: auto }\n"
        "th, td { padding: .25rem .6rem; text-align: right; white-space: nowrap } th { "
        "font-weight: 600; color: "
        "var(--soft) }\n"
        "svg { width: 100%; height: auto } svg text { fill: var(--soft); font-size: 12px }\n"
        ".mistakes { display: flex; flex-wrap: wrap; gap: 1rem }\n"
        "figure { margin: 0; width: 6.2rem; text-align: center }\n"
        "img { width: 84px; height: 84px; image-rendering: pixelated; border: 1px solid "
        "var(--line) }\n"
        "figcaption, footer { font-size: .85rem; color: var(--soft) }\n</style>\n",
        out);
}

/* The mean of the losses that fall on point i of `points`. */
static double point(const training_history *history, size_t i, size_t points) {
    size_t first = i * history->loss_count / points, last = (i + 1) * history->loss_count / points;
    double sum = 0;
    for (size_t j = first; j < last; j++)
        sum += (double)history->losses[j];
    return sum / (double)(last - first);
}

static void write_axis(FILE *out, double most) {
    for (int i = 0; i <= 4; i++) {
        double y = (HEIGHT - BOTTOM) - i * (HEIGHT - BOTTOM - 10) / 4.0;
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"var(--line)\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.2g</text>\n",
                LEFT, WIDTH, y, y, LEFT - 6, y + 4, most * i / 4);
    }
}

static void write_curve(FILE *out, const training_history *history) {
    size_t points = history->loss_count < POINTS ? history->loss_count : POINTS;
    double most = 0;
    if (points == 0)
        return;
    for (size_t i = 0; i < points; i++)
        most = fmax(most, point(history, i, points));
    most = most > 0 ? most : 1;
    fprintf(out,
            "<h2>Training loss</h2>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" "
            "aria-label=\"training loss by batch\">\n",
            WIDTH, HEIGHT);
    write_axis(out, most);
    fprintf(out,
            "<polyline fill=\"none\" stroke=\"rgb(var(--blue))\" stroke-width=\"%s\" "
            "stroke-linecap=\"round\" points=\"",
            points == 1 ? "6" : "1.5");
    for (size_t n = 0; n <= points; n++) {
        size_t i = n < points ? n : points - 1; /* the last one twice: a single one is a dot */
        fprintf(out, "%.1f,%.1f ", LEFT + (WIDTH - LEFT) * ((double)i + 0.5) / (double)points,
                (HEIGHT - BOTTOM) - (HEIGHT - BOTTOM - 10) * point(history, i, points) / most);
    }
    fprintf(out,
            "\"/>\n<text x=\"%d\" y=\"%d\">batch 1</text><text x=\"%d\" y=\"%d\" "
            "text-anchor=\"end\">batch %zu</text>\n</svg>\n",
            LEFT, HEIGHT - 8, WIDTH, HEIGHT - 8, history->loss_count);
}

static void write_epochs(FILE *out, const training_history *history, size_t test_count) {
    fputs("<h2>Epochs</h2>\n<table>\n<tr><th>epoch<th>mean loss<th>test "
          "hits<th>accuracy<th>seconds\n",
          out);
    for (size_t i = 0; i < history->epoch_count; i++) {
        const struct epoch_result *e = &history->epochs[i];
        fprintf(out, "<tr><td>%zu<td>%.5f<td>%zu of %zu<td>%.2f %%<td>%.2f\n", e->epoch, e->loss,
                e->hits, test_count, 100 * (double)e->hits / (double)test_count, e->seconds);
    }
    fputs("</table>\n", out);
}

/* Hits are shaded blue, mistakes red, by their share of the label's row. */
static void write_confusion(FILE *out, const findings *found) {
    fputs("<h2>Confusion matrix</h2>\n<table>\n<tr><th>label \\ predicted", out);
    for (int j = 0; j < CLASSES; j++)
        fprintf(out, "<th>%d", j);
    for (int i = 0; i < CLASSES; i++) {
        size_t all = 0;
        for (int j = 0; j < CLASSES; j++)
            all += found->confusion[i][j];
        fprintf(out, "\n<tr><th>%d", i);
        for (int j = 0; j < CLASSES; j++) {
            double share = all ? (double)found->confusion[i][j] / (double)all : 0;
            fprintf(out, "<td style=\"background: rgb(var(--%s) / %.0f%%)\">%zu",
                    i == j ? "blue" : "red", i == j ? 45 * share : fmin(60, 600 * share),
                    found->confusion[i][j]);
        }
    }
    fputs("\n</table>\n", out);
}

static bool write_mistakes(FILE *out, const findings *found, const data_set *test) {
    fputs("<h2>Worst mistakes</h2>\n<div class=\"mistakes\">\n", out);
    for (size_t i = 0; i < found->worst_count; i++) {
        const mistake *m = &found->worst[i];
        fprintf(out, "<figure><img alt=\"test image %zu\" src=\"", m->image);
        if (!picture_write(out, test->images + m->image * PIXELS, SIDE))
            return fail("no memory for a picture");
        fprintf(out, "\"><figcaption>%u, taken for %u<br>with %.1f %%</figcaption></figure>\n",
                (unsigned)test->labels[m->image], m->predicted, 100 * m->probability);
    }
    fputs(found->worst_count ? "</div>\n" : "None.</div>\n", out);
    return true;
}

static void write_settings(FILE *out, const mnist_options *options) {
    fprintf(out, "<footer><p>Batch %zu, learning rate %g, %zu epochs, seed %ju, %s; data: ",
            options->batch, options->lr, options->epochs, (uintmax_t)options->seed,
            options->shuffle ? "shuffled" : "in the order of the file");
    html_write(out, options->data ? options->data
                                  : "the small part of MNIST that comes with the program");
    if (options->init) {
        fputs("; first weights: ", out);
        html_write(out, options->init);
    }
    fputs(".</p><p>", out);
    html_write(out, bml_build_info());
    fputs("</p></footer>\n</html>\n", out);
}

static bool write_page(FILE *out, const mnist_options *options, const training_history *history,
                       const findings *found, const data_set *test) {
    write_head(out);
    fputs("<h1>bendml-mnist: 784-128-10</h1>\n", out);
    if (history->epoch_count) {
        const struct epoch_result *last = &history->epochs[history->epoch_count - 1];
        fprintf(out, "<p>%zu of %zu test images right after epoch %zu (%.2f %%).</p>\n", last->hits,
                test->count, last->epoch, 100 * (double)last->hits / (double)test->count);
    }
    write_curve(out, history);
    write_epochs(out, history, test->count);
    write_confusion(out, found);
    bool written = write_mistakes(out, found, test);
    write_settings(out, options);
    return written;
}

bool report_write(const mnist_options *options, const training_history *history, const network *net,
                  const data_set *test, batches *test_batches) {
    findings found = {0};
    bml_replacement_ file;
    char *page = NULL;
    size_t size = 0;
    if (!examine(&found, net, test, test_batches))
        return false;
    FILE *out = open_memstream(&page, &size);
    bool written = out && write_page(out, options, history, &found, test);
    if (!out || fclose(out) != 0)
        written = fail("%s: no memory for the page", options->report);
    if (written && (written = succeeded(bml_replace_begin_(&file, options->report))))
        written = succeeded(bml_replace_end_(&file, bml_replace_write_(&file, page, size)));
    free(page);
    return written;
}
