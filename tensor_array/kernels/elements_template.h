/* Kernels along an array; included after lanes_template.h. */

static void add(float *y, const float *a, const float *b, size_t n) {
    FOR_LANES(n, PUT(y, AT(a) + AT(b)));
}

static void sub(float *y, const float *a, const float *b, size_t n) {
    FOR_LANES(n, PUT(y, AT(a) - AT(b)));
}

static void mul(float *y, const float *a, const float *b, size_t n) {
    FOR_LANES(n, PUT(y, AT(a) * AT(b)));
}

static void scale(float *y, float alpha, const float *x, size_t n) {
    FOR_LANES(n, PUT(y, all(alpha) * AT(x)));
}

static void add_scaled(float *y, float alpha, const float *x, size_t n) {
    FOR_LANES(n, PUT(y, FMA(all(alpha), AT(x), AT(y))));
}

static void relu(float *y, const float *x, size_t n) {
    FOR_LANES(n, lanes value = AT(x); PUT(y, where(value <= all(0), all(0), value)));
}

static void relu_bwd(float *dx, const float *dy, const float *y, size_t n) {
    FOR_LANES(n, PUT(dx, where(AT(y) <= all(0), all(0), AT(dy))));
}

/* x / divisor as x times the reciprocal, with one correction by what is left over. */
INLINE lanes divided(lanes x, float divisor) {
    lanes quotient = x * all(1 / divisor);
    return FMA(FMA(-quotient, all(divisor), x), all(1 / divisor), quotient);
}

/* There are only 256 quotients: where the quick way gives all of them as division rounds them, it
 * is taken. */
static void from_bytes(float *y, const uint8_t *x, size_t n, float divisor) {
    float quotients[256], quick[256];
    for (int i = 0; i < 256; i++)
        quotients[i] = (float)i;
    for (int i = 0; i < 256; i += LANES)
        store(quick + i, divided(load(quotients + i), divisor));
    for (int i = 0; i < 256; i++)
        quotients[i] /= divisor;
    size_t i = 0;
    if (memcmp(quick, quotients, sizeof quick) == 0)
        for (; i + LANES <= n; i += LANES)
            store(y + i, divided(LOAD_BYTES(x + i), divisor));
    for (; i < n; i++)
        y[i] = quotients[x[i]];
}

static float dot(const float *x, const float *y, size_t n) {
    lanes sums[4] = {all(0), all(0), all(0), all(0)};
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES)
        UNROLL
    for (size_t j = 0; j < 4; j++)
        sums[j] = FMA(load(x + i + j * LANES), load(y + i + j * LANES), sums[j]);
    for (; i + LANES <= n; i += LANES)
        sums[0] = FMA(load(x + i), load(y + i), sums[0]);
    if (i < n)
        sums[1] = FMA(load_part(x + i, n - i), load_part(y + i, n - i), sums[1]);
    return sum_of((sums[0] + sums[1]) + (sums[2] + sums[3]));
}

static void col_sums(float *y, float alpha, const float *x, size_t x_row, size_t m, size_t n,
                     float beta) {
    FOR_LANES(n, lanes sum = all(0); for (size_t k = 0; k < m; k++) sum += AT(x + k * x_row);
              sum *= all(alpha); PUT(y, beta == 0 ? sum : FMA(all(beta), AT(y), sum)));
}

static float max(const float *x, size_t n) {
    float greatest = -INFINITY;
    for (size_t i = 0; i < n; i++)
        greatest = x[i] > greatest ? x[i] : greatest;
    return greatest;
}

/* exp for x <= 88.7: 2^n exp(r), n = round(x / ln 2), |r| <= ln 2 / 2, exp(r) by its Taylor
 * polynomial of degree 7. Relative error <= 2^-22 down to -87.33654, where f32 has its smallest
 * normal number, below that 0; NaN gives NaN. */
INLINE lanes exp_of(lanes x) {
    lanes_int tiny = x < all(-87.33654f);
    x = where(tiny, all(0), x);
    const lanes shift =
        all(0x1.8p23f); /* adding it rounds to a whole number, kept in the low bits */
    lanes rounded = x * all(0x1.715476p0f) + shift;
    lanes_int n = (lanes_int)rounded;
    lanes whole = rounded - shift;
    lanes r = FMA(whole, all(-0x1.62e400p-1f), x); /* ln 2 in two parts, the first with 15 bits */
    r = FMA(whole, all(-0x1.7f7d1cp-20f), r);
    lanes p = all(1.0f / 5040);
    p = FMA(p, r, all(1.0f / 720));
    p = FMA(p, r, all(1.0f / 120));
    p = FMA(p, r, all(1.0f / 24));
    p = FMA(p, r, all(1.0f / 6));
    p = FMA(p, r, all(0.5f));
    p = FMA(p, r, all(1));
    p = FMA(p, r, all(1));
    lanes power = (lanes)((n << 23) + (lanes_int)all(1));
    return where(tiny, all(0), p * power);
}

static float exp_shifted(float *y, const float *x, float shift, size_t n) {
    lanes sum = all(0);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        lanes value = exp_of(load(x + i) - all(shift));
        sum += value;
        if (y)
            store(y + i, value);
    }
    if (i < n) {
        lanes padded = all(-INFINITY); /* whose exponential is 0 */
        memcpy(&padded, x + i, (n - i) * sizeof *x);
        lanes value = exp_of(padded - all(shift));
        sum += value;
        if (y)
            store_part(y + i, value, n - i);
    }
    return sum_of(sum);
}

/* x / 2 (1 + tanh t) = x / (1 + exp(-2 t)), t = sqrt(2 / pi) (x + 0.044715 x^3). Far out on the
 * left the exponential is infinite, the share of x that is left 0. */
INLINE lanes gelu_of(lanes x) {
    const float slope = -2 * 0.7978845608f;
    lanes t = x * FMA(x * x, all(0.044715f * slope), all(slope));
    lanes_int left = t > all(87);
    lanes exponential = where(left, all(INFINITY), exp_of(where(left, all(0), t)));
    return x * (all(1) / (all(1) + exponential));
}

static void gelu(float *y, const float *x, size_t n) {
    FOR_LANES(n, PUT(y, gelu_of(AT(x))));
}

static float sum(const float *x, size_t n) {
    lanes total = all(0);
    FOR_LANES(n, total += AT(x));
    return sum_of(total);
}

static float sum_of_squares(const float *x, float mean, size_t n) {
    lanes total = all(0);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        lanes distance = load(x + i) - all(mean);
        total = FMA(distance, distance, total);
    }
    if (i < n) {
        lanes padded = all(mean); /* whose distance is 0 */
        memcpy(&padded, x + i, (n - i) * sizeof *x);
        lanes distance = padded - all(mean);
        total = FMA(distance, distance, total);
    }
    return sum_of(total);
}

static void layernorm(float *y, const float *x, const float *gain, const float *bias, size_t n,
                      float epsilon) {
    float mean = sum(x, n) / (float)n, variance = sum_of_squares(x, mean, n) / (float)n;
    float factor = 1 / sqrtf(variance + epsilon);
    FOR_LANES(n, PUT(y, FMA((AT(x) - all(mean)) * all(factor), AT(gain), AT(bias))));
}

#define KERNEL_TABLE(table, title) \
    const bml_kernels table = {title, TILE_ROWS,  TILE_COLS, product,    dot,         add, \
                               sub,   mul,        scale,     add_scaled, relu,        relu_bwd, \
                               gelu,  from_bytes, col_sums,  max,        exp_shifted, layernorm}
