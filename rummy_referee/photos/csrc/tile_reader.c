/* The reader of tiles; tile_reader.h says what it does. Order of this file: arithmetic, weights, convolution, the two networks,
 * candidates, crops, decisions, reading order. */
#include "tile_reader.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum setting {
    LEAST_HEAT,         /* logit of the weakest peak that is classified */
    CROP_WEIGHT,        /* share of the classifier, against the detector, in the logits of numbers and colours */
    NUMBER_TEMPERATURE, /* divides the logits of numbers */
    COLOUR_TEMPERATURE, /* divides the logits of colours */
    TILE_HEAT,          /* logistic regression "is a tile": weight of the logit of the peak, */
    TILE_CROP,          /* of the classifier's logit of the best number against "not a tile", */
    TILE_BIAS,          /* and the constant */
    LEAST_TILE,         /* a candidate is a tile from this probability on */
    LEAST_NUMBER,       /* a number is answered from this probability on */
    LEAST_COLOUR,       /* a colour is answered from this probability on */
    NEIGHBOUR,          /* log-odds that two parallel neighbours are turned the same way */
    CONTEXT,            /* side of a crop in heights of the numeral */
    RATIO,              /* height of a usual tile in widths */
    ROW,                /* how far a tile may be above or below its neighbour in a row, in heights of tiles */
    TWOFOLD,            /* 1: a piece has its numeral in two corners, one upside down */
    SETTINGS
};

enum {
    DETECTOR_LAYERS = 15,
    LAYERS = 24,
    NUMBERS = 14, /* 1..13 and joker */
    JOKER = 13,
    COLOURS = 5,
    OUTPUTS = 32,      /* of the detector: heat, offset 2, size, angle 2, quad 6, numbers 14, colours 5, unused */
    CROP_OUTPUTS = 24, /* of the classifier: numbers 14, not a tile, colours 5, upside down, unused */
    NOT_A_TILE = 14,
    CROP_COLOUR = 15,
    UPSIDE_DOWN = 20,
    CROP = 48,           /* side of a crop in pixels */
    MOST_PARAMETERS = 1 << 20,
    MOST_WIDTH = 2048,   /* of a layer */
    MOST_CANDIDATES = 1200,
    MOST_TILES = 320,    /* candidates that are classified */
    LONGEST = 1280,      /* side of the largest picture of the pyramid */
    LEVELS = 5
};

/* -- arithmetic: no library, the same result everywhere --------------------------------------------------------------------- */

static float exponential(float x) {
    union { int32_t i; float f; } power;
    if (!(x > -80)) x = -80;
    if (x > 80) x = 80;
    float t = x * 1.44269504f;
    int32_t whole = (int32_t)(t < 0 ? t - 0.5f : t + 0.5f);
    float f = (t - (float)whole) * 0.69314718f;
    power.i = (whole + 127) << 23;
    return power.f * (1 + f * (1 + f * (0.5f + f * (0.16666667f + f * (0.041666667f + f * 0.0083333333f)))));
}

static float logarithm(float x) {
    union { float f; int32_t i; } bits = {x};
    if (!(x > 1e-30f)) return -69;
    int32_t exponent = ((bits.i >> 23) & 255) - 127;
    bits.i = (bits.i & 0x7fffff) | 0x3f800000;
    float s = (bits.f - 1) / (bits.f + 1), z = s * s;
    return (float)exponent * 0.69314718f + 2 * s * (1 + z * (0.33333333f + z * (0.2f + z * (0.14285714f + z / 9))));
}

static float square_root(float x) {
    union { float f; int32_t i; } guess = {x};
    if (!(x > 1e-30f)) return 0;
    guess.i = (guess.i >> 1) + 0x1fbd1df5;
    for (int i = 0; i < 3; i++) guess.f = 0.5f * (guess.f + x / guess.f);
    return guess.f;
}

static float sigmoid(float x) { return 1 / (1 + exponential(-x)); }
static float minimum(float a, float b) { return a < b ? a : b; }
static float maximum(float a, float b) { return a > b ? a : b; }
static float absolute(float x) { return x < 0 ? -x : x; }
static float logit(float p) { return logarithm((p + 1e-6f) / (1 - p + 1e-6f)); }

static int32_t largest(const float *values, int32_t count) {
    int32_t best = 0;
    for (int32_t i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

/* Scales the values so that they add up to 1. */
static void normalise(float *values, int32_t count) {
    float sum = 0;
    for (int32_t i = 0; i < count; i++) sum += values[i];
    for (int32_t i = 0; i < count; i++) values[i] = sum > 0 ? values[i] / sum : 1.0f / (float)count;
}

static float half_to_float(uint16_t half) {
    union { uint32_t i; float f; } bits;
    uint32_t sign = (uint32_t)(half >> 15) << 31, exponent = (half >> 10) & 31, fraction = half & 1023;
    if (exponent == 0) return (sign ? -1.0f : 1.0f) * (float)fraction * 5.9604645e-8f;
    if (exponent == 31) return 0; /* the exporter writes no infinities */
    bits.i = sign | ((exponent + 112) << 23) | (fraction << 13);
    return bits.f;
}

/* -- arena ------------------------------------------------------------------------------------------------------------------ */

struct arena {
    uint8_t *memory;
    size_t used, size;
};

static void *allocate(struct arena *arena, size_t bytes) {
    size_t start = (arena->used + 63) & ~(size_t)63;
    if (bytes > arena->size || start > arena->size - bytes) return NULL;
    arena->used = start + bytes;
    return arena->memory + start;
}

static float *allocate_floats(struct arena *arena, size_t count) { return allocate(arena, count * sizeof(float)); }

/* -- weights ---------------------------------------------------------------------------------------------------------------- */

struct layer {
    int32_t inputs, outputs, side, stride;
    const float *weights, *bias;
};

struct network {
    float settings[SETTINGS];
    struct layer layers[LAYERS];
};

static uint32_t read_u32(const uint8_t *p) {
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* The layers in the order of the file: which layer's outputs are the inputs (-1: the pixels), side and stride. */
static const int8_t PLAN[LAYERS][3] = {
    {-1, 3, 2}, {0, 3, 2},  {1, 3, 1},                                  /* to a half and a quarter of the picture */
    {2, 3, 2},  {3, 3, 1},  {4, 3, 1},                                  /* to an eighth; residual block */
    {5, 3, 2},  {6, 3, 1},  {7, 3, 1},                                  /* to a sixteenth; residual block */
    {8, 1, 1},  {5, 3, 1},  {10, 1, 1}, {2, 1, 1}, {12, 3, 1}, {13, 1, 1}, /* back to a quarter, with lateral connections */
    {-1, 3, 1}, {15, 3, 2}, {16, 3, 1}, {17, 3, 2}, {18, 3, 1}, {19, 3, 2}, {20, 3, 1}, /* classifier: convolutions */
    {21, 1, 1}, {22, 1, 1}                                              /* two dense layers, over 3 x 3 pooled pixels */
};

static int is_valid(const struct layer *layers, int32_t i) {
    const struct layer *layer = &layers[i];
    int32_t source = PLAN[i][0], inputs = source < 0 ? 3 : layers[source].outputs;
    if (i == 22) inputs *= (CROP / 16) * (CROP / 16);
    return layer->inputs == inputs && layer->side == PLAN[i][1] && layer->stride == PLAN[i][2] && layer->outputs > 0 &&
           layer->outputs <= MOST_WIDTH && layer->outputs % 8 == 0;
}

/* Whether sums of two layers have the same width and the last layers have the expected outputs. */
static int fits(const struct layer *layers) {
    return layers[3].outputs == layers[5].outputs && layers[6].outputs == layers[8].outputs &&
           layers[9].outputs == layers[5].outputs && layers[11].outputs == layers[12].outputs &&
           layers[14].outputs == OUTPUTS && layers[23].outputs == CROP_OUTPUTS;
}

/* Reads the weights file into the arena; returns whether it is valid. */
static int load(struct network *network, const uint8_t *file, size_t size, struct arena *arena) {
    size_t head = 16 + 4 * SETTINGS + 16 * LAYERS, count = 0;
    if (size < head || read_u32(file) != 0x454c4954 || read_u32(file + 4) != 2) return 0;
    if (read_u32(file + 8) != LAYERS || read_u32(file + 12) != SETTINGS) return 0;
    for (int32_t i = 0; i < SETTINGS; i++) {
        union { uint32_t i; float f; } bits = {read_u32(file + 16 + 4 * i)};
        if ((bits.i >> 23 & 255) == 255) return 0; /* infinite or not a number */
        network->settings[i] = bits.f;
    }
    for (int32_t i = 0; i < LAYERS; i++) {
        const uint8_t *p = file + 16 + 4 * SETTINGS + 16 * i;
        struct layer *layer = &network->layers[i];
        layer->inputs = (int32_t)read_u32(p);
        layer->outputs = (int32_t)read_u32(p + 4);
        layer->side = (int32_t)read_u32(p + 8);
        layer->stride = (int32_t)read_u32(p + 12);
        if (!is_valid(network->layers, i)) return 0;
        count += ((size_t)layer->side * layer->side * layer->inputs + 1) * layer->outputs;
        if (count > MOST_PARAMETERS) return 0;
    }
    float *values = allocate_floats(arena, count);
    if (!fits(network->layers) || size != head + 2 * count || !values) return 0;
    for (size_t i = 0; i < count; i++) values[i] = half_to_float((uint16_t)(file[head + 2 * i] | file[head + 2 * i + 1] << 8));
    for (int32_t i = 0; i < LAYERS; i++) {
        struct layer *layer = &network->layers[i];
        layer->weights = values;
        layer->bias = values + (size_t)layer->side * layer->side * layer->inputs * layer->outputs;
        values = (float *)layer->bias + layer->outputs;
    }
    return 1;
}

/* -- convolution: pictures are rows of pixels of channels ------------------------------------------------------------------- */

struct picture {
    int32_t width, height, channels;
    float *values;
};

typedef float vector __attribute__((vector_size(32), aligned(4))); /* 8 outputs at once */
enum { PIXELS = 4, LANES = 8 };                                   /* of one step of the inner loop */

/* PIXELS outputs of a row, from pixel x on, for 16 or 8 channels from `first` on. rows: the inputs of the kernel's rows, NULL
 * outside of the picture. */
static inline __attribute__((always_inline)) void convolve_block(const struct layer *layer, const float *const *rows, int32_t width,
                                                                 int32_t x, int32_t count, int32_t first, int two, float *out,
                                                                 const float *add, int relu) {
    int32_t inputs = layer->inputs, outputs = layer->outputs, side = layer->side, stride = layer->stride;
    vector a[PIXELS], b[PIXELS];
    for (int32_t i = 0; i < PIXELS; i++) {
        a[i] = *(const vector *)(layer->bias + first);
        b[i] = two ? *(const vector *)(layer->bias + first + LANES) : a[i];
    }
    for (int32_t ky = 0; ky < side; ky++) {
        if (!rows[ky]) continue;
        for (int32_t kx = 0; kx < side; kx++) {
            const float *weights = layer->weights + (size_t)(ky * side + kx) * inputs * outputs + first;
            const float *pixels[PIXELS];
            int32_t inside = 0;
            for (int32_t i = 0; i < PIXELS; i++) {
                int32_t source = (x + i) * stride + kx - side / 2, is_inside = i < count && source >= 0 && source < width;
                pixels[i] = is_inside ? rows[ky] + (size_t)source * inputs : NULL;
                inside += is_inside;
            }
            if (inside == PIXELS) {
                for (int32_t c = 0; c < inputs; c++, weights += outputs) {
                    vector w = *(const vector *)weights;
                    for (int32_t i = 0; i < PIXELS; i++) a[i] += w * pixels[i][c];
                    if (!two) continue;
                    vector v = *(const vector *)(weights + LANES);
                    for (int32_t i = 0; i < PIXELS; i++) b[i] += v * pixels[i][c];
                }
            } else {
                for (int32_t i = 0; i < PIXELS; i++) {
                    const float *w = weights;
                    if (pixels[i])
                        for (int32_t c = 0; c < inputs; c++, w += outputs) {
                            a[i] += *(const vector *)w * pixels[i][c];
                            if (two) b[i] += *(const vector *)(w + LANES) * pixels[i][c];
                        }
                }
            }
        }
    }
    for (int32_t i = 0; i < count; i++) {
        size_t place = (size_t)(x + i) * outputs + first;
        for (int32_t half = 0; half <= two; half++) {
            vector v = half ? b[i] : a[i];
            if (add) v += *(const vector *)(add + place + half * LANES);
            if (relu) v = (vector)((v > 0) & (__typeof__(v > 0))v);
            *(vector *)(out + place + half * LANES) = v;
        }
    }
}

static inline __attribute__((always_inline)) void convolve_any(const struct layer *layer, const float *const *rows, int32_t width,
                                                               int32_t out_width, float *out, const float *add, int relu) {
    int32_t first = 0;
    for (; first + 2 * LANES <= layer->outputs; first += 2 * LANES)
        for (int32_t x = 0; x < out_width; x += PIXELS)
            convolve_block(layer, rows, width, x, out_width - x < PIXELS ? out_width - x : PIXELS, first, 1, out, add, relu);
    if (first < layer->outputs)
        for (int32_t x = 0; x < out_width; x += PIXELS)
            convolve_block(layer, rows, width, x, out_width - x < PIXELS ? out_width - x : PIXELS, first, 0, out, add, relu);
}

#if defined(__x86_64__)
/* The same operations with wider registers; the results are equal because nothing is fused or reordered. */
__attribute__((target("avx2"))) static void convolve_avx2(const struct layer *layer, const float *const *rows, int32_t width,
                                                          int32_t out_width, float *out, const float *add, int relu) {
    convolve_any(layer, rows, width, out_width, out, add, relu);
}

/* Whether processor and system support AVX2. Not __builtin_cpu_supports: it needs a library that some compilers lack. */
static int supports_avx2(void) {
    static int known = -1; /* asking takes microseconds in a virtual machine */
    if (known < 0) {
        unsigned int a, b, c, d, low = 0, high;
        int is_enabled = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_OSXSAVE) && (c & bit_AVX);
        if (is_enabled) __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
        known = (low & 6) == 6 && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_AVX2);
    }
    return known;
}
#endif

/* One row of outputs. */
static void convolve_row(const struct layer *layer, const float *const *rows, int32_t width, int32_t out_width, float *out,
                         const float *add, int relu) {
#if defined(__x86_64__)
    if (supports_avx2()) {
        convolve_avx2(layer, rows, width, out_width, out, add, relu);
        return;
    }
#endif
    convolve_any(layer, rows, width, out_width, out, add, relu);
}

static struct picture new_picture(struct arena *arena, int32_t width, int32_t height, int32_t channels) {
    return (struct picture){width, height, channels, allocate_floats(arena, (size_t)width * height * channels)};
}

/* The layer's output; `add` is added before ReLU. Values are NULL if the arena is full. */
static struct picture convolve(struct arena *arena, const struct layer *layer, struct picture in, const struct picture *add,
                               int relu) {
    int32_t stride = layer->stride, side = layer->side;
    struct picture out = new_picture(arena, (in.width + stride - 1) / stride, (in.height + stride - 1) / stride, layer->outputs);
    if (!out.values || !in.values || (add && !add->values)) return (struct picture){out.width, out.height, out.channels, NULL};
    for (int32_t y = 0; y < out.height; y++) {
        const float *rows[3];
        for (int32_t ky = 0; ky < side; ky++) {
            int32_t source = y * stride + ky - side / 2;
            rows[ky] = source < 0 || source >= in.height ? NULL : in.values + (size_t)source * in.width * in.channels;
        }
        size_t start = (size_t)y * out.width * out.channels;
        convolve_row(layer, rows, in.width, out.width, out.values + start, add ? add->values + start : NULL, relu);
    }
    return out;
}

/* Adds a picture of half the size, every pixel repeated in both directions. */
static void add_enlarged(struct picture *to, struct picture from) {
    if (!to->values || !from.values) {
        to->values = NULL;
        return;
    }
    for (int32_t y = 0; y < to->height; y++)
        for (int32_t x = 0; x < to->width; x++) {
            const float *s = from.values + ((size_t)(y / 2) * from.width + x / 2) * from.channels;
            float *d = to->values + ((size_t)y * to->width + x) * to->channels;
            for (int32_t c = 0; c < to->channels; c++) d[c] += s[c];
        }
}

/* -- the image pyramid ------------------------------------------------------------------------------------------------------ */

struct photo {
    const uint8_t *rgb;
    int32_t width, height;
};

/* Resizes one row: mean of the covered area if smaller, linear interpolation if larger; then from bytes to -1..1. */
static void resize_row(const float *row, int32_t from, int32_t to, int32_t padded, float *out) {
    float step = (float)from / (float)to;
    for (int32_t x = 0; x < to; x++, out += 3) {
        float sum[3] = {0, 0, 0};
        if (step > 1) {
            float start = (float)x * step, end = minimum(start + step, (float)from);
            for (int32_t i = (int32_t)start; i < from && (float)i < end; i++) {
                float share = (minimum((float)i + 1, end) - maximum((float)i, start)) / (end - start);
                for (int32_t c = 0; c < 3; c++) sum[c] += share * row[3 * i + c];
            }
        } else {
            float place = maximum(((float)x + 0.5f) * step - 0.5f, 0);
            int32_t i = (int32_t)place < from ? (int32_t)place : from - 1, next = i + 1 < from ? i + 1 : i;
            float share = place - (float)i;
            for (int32_t c = 0; c < 3; c++) sum[c] = row[3 * i + c] * (1 - share) + row[3 * next + c] * share;
        }
        for (int32_t c = 0; c < 3; c++) out[c] = sum[c] / 127.5f - 1;
    }
    for (int32_t x = to; x < padded; x++, out += 3)
        for (int32_t c = 0; c < 3; c++) out[c] = out[c - 3];
}

/* Row y of the photograph resized to width x height (not normalised in x yet), in `sum`, 3 values for each of its own pixels. */
static void blend_rows(struct photo photo, int32_t height, int32_t y, float *sum) {
    float step = (float)photo.height / (float)height;
    size_t count = (size_t)photo.width * 3;
    if (step > 1) {
        float start = (float)y * step, end = minimum(start + step, (float)photo.height);
        for (size_t i = 0; i < count; i++) sum[i] = 0;
        for (int32_t r = (int32_t)start; r < photo.height && (float)r < end; r++) {
            float share = (minimum((float)r + 1, end) - maximum((float)r, start)) / (end - start);
            const uint8_t *row = photo.rgb + (size_t)r * count;
            for (size_t i = 0; i < count; i++) sum[i] += share * row[i];
        }
        return;
    }
    float place = maximum(((float)y + 0.5f) * step - 0.5f, 0);
    int32_t r = (int32_t)place < photo.height ? (int32_t)place : photo.height - 1, next = r + 1 < photo.height ? r + 1 : r;
    float share = place - (float)r;
    const uint8_t *row = photo.rgb + (size_t)r * count, *below = photo.rgb + (size_t)next * count;
    for (size_t i = 0; i < count; i++) sum[i] = row[i] * (1 - share) + below[i] * share;
}

static int32_t padded(int32_t side) { return (side + 15) / 16 * 16; }

/* The first layer on the photograph resized to width x height and padded with its last pixels. Only the three rows of the
 * resized photograph that the kernel covers are in memory. */
static struct picture first_layer(struct arena *arena, const struct layer *layer, struct photo photo, int32_t width,
                                  int32_t height) {
    int32_t full_width = padded(width), full_height = padded(height);
    struct picture out = new_picture(arena, full_width / 2, full_height / 2, layer->outputs);
    float *blended = allocate_floats(arena, (size_t)photo.width * 3);
    float *buffer = allocate_floats(arena, (size_t)full_width * 3 * 3);
    if (!out.values || !blended || !buffer) return (struct picture){out.width, out.height, out.channels, NULL};
    int32_t filled = 0; /* rows of the resized photograph in the buffer so far */
    for (int32_t y = 0; y < out.height; y++) {
        const float *rows[3];
        for (int32_t ky = 0; ky < 3; ky++) {
            int32_t source = 2 * y + ky - 1;
            float *row = buffer + (size_t)((source + 3) % 3) * full_width * 3;
            rows[ky] = source < 0 || source >= full_height ? NULL : row;
            if (!rows[ky] || source < filled) continue;
            blend_rows(photo, height, source < height ? source : height - 1, blended);
            resize_row(blended, photo.width, width, full_width, row);
            filled = source + 1;
        }
        convolve_row(layer, rows, full_width, out.width, out.values + (size_t)y * out.width * out.channels, NULL, 1);
    }
    return out;
}

/* The detector's maps for the photograph resized to width x height, at a quarter of that. */
static struct picture detect(struct arena *arena, const struct layer *l, struct photo photo, int32_t width, int32_t height) {
    struct picture quarter = new_picture(arena, padded(width) / 4, padded(height) / 4, l[2].outputs);
    size_t mark = arena->used;
    struct picture stem = first_layer(arena, &l[0], photo, width, height);
    struct picture below = convolve(arena, &l[2], convolve(arena, &l[1], stem, NULL, 1), NULL, 1);
    if (!below.values || !quarter.values) return (struct picture){0, 0, 0, NULL};
    size_t count = (size_t)quarter.width * quarter.height * quarter.channels;
    for (size_t i = 0; i < count; i++) quarter.values[i] = below.values[i];
    arena->used = mark;
    struct picture head = convolve(arena, &l[12], quarter, NULL, 0);
    mark = arena->used;
    struct picture eighth = convolve(arena, &l[3], quarter, NULL, 1);
    eighth = convolve(arena, &l[5], convolve(arena, &l[4], eighth, NULL, 1), &eighth, 1);
    struct picture sixteenth = convolve(arena, &l[6], eighth, NULL, 1);
    sixteenth = convolve(arena, &l[8], convolve(arena, &l[7], sixteenth, NULL, 1), &sixteenth, 1);
    add_enlarged(&eighth, convolve(arena, &l[9], sixteenth, NULL, 0));
    add_enlarged(&head, convolve(arena, &l[11], convolve(arena, &l[10], eighth, NULL, 1), NULL, 0));
    arena->used = mark;
    return convolve(arena, &l[14], convolve(arena, &l[13], head, NULL, 1), NULL, 0);
}

/* -- candidates ------------------------------------------------------------------------------------------------------------- */

struct candidate {
    float heat;                   /* logit */
    float score;                  /* what the strongest candidate has most of */
    float x, y, size;             /* middle and height of the numeral in pixels of the photograph */
    float cos, sin;               /* of the angle from the vertical to the numeral's up, clockwise */
    float quad[6];                /* centre, half width and half height of the tile: upright, in heights of the numeral */
    float number[NUMBERS], colour[COLOURS]; /* logits of the detector, later probabilities */
    float tile;                   /* probability that this is a tile */
    float crop[CROP_OUTPUTS];     /* logits of the classifier */
    float flipped;                /* probability that it is turned by 180 degrees against (cos, sin) */
};

static int is_peak(struct picture maps, int32_t x, int32_t y) {
    float heat = maps.values[((size_t)y * maps.width + x) * OUTPUTS];
    for (int32_t v = y - 1; v <= y + 1; v++)
        for (int32_t u = x - 1; u <= x + 1; u++) {
            if (u < 0 || v < 0 || u >= maps.width || v >= maps.height || (u == x && v == y)) continue;
            float other = maps.values[((size_t)v * maps.width + u) * OUTPUTS];
            if (other > heat || (other == heat && (v < y || (v == y && u < x)))) return 0;
        }
    return 1;
}

/* Adds the peaks of one level of the pyramid, enlarged by `scale` against the photograph; returns the new count. */
static int32_t collect(struct picture maps, float scale, struct photo photo, float least_heat, struct candidate *found,
                       int32_t count) {
    for (int32_t y = 0; y < maps.height; y++)
        for (int32_t x = 0; x < maps.width && count < MOST_CANDIDATES; x++) {
            const float *v = maps.values + ((size_t)y * maps.width + x) * OUTPUTS;
            if (!(v[0] > least_heat) || !is_peak(maps, x, y)) continue;
            struct candidate *c = &found[count];
            c->heat = c->score = minimum(v[0], 20);
            c->x = ((float)x + 0.5f + v[1]) * 4 / scale;
            c->y = ((float)y + 0.5f + v[2]) * 4 / scale;
            c->size = 20 * exponential(maximum(minimum(v[3], 2), -2));
            int is_sized = c->size >= 8.5f && c->size <= 62; /* beyond, another level sees it better */
            int is_inside = c->x >= 0 && c->y >= 0 && c->x < (float)photo.width && c->y < (float)photo.height;
            c->size /= scale;
            float length = square_root(v[4] * v[4] + v[5] * v[5]);
            if (!is_sized || !is_inside || !(length > 1e-3f)) continue;
            c->cos = v[4] / length;
            c->sin = v[5] / length;
            for (int32_t i = 0; i < 6; i++) c->quad[i] = maximum(minimum(v[6 + i], 8), -8);
            for (int32_t i = 0; i < NUMBERS; i++) c->number[i] = v[12 + i];
            for (int32_t i = 0; i < COLOURS; i++) c->colour[i] = v[26 + i];
            count++;
        }
    return count;
}

/* Sorts the candidates, strongest first: stable, few elements. */
static void sort_candidates(struct candidate *found, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        struct candidate c = found[i];
        int32_t j = i;
        for (; j > 0 && found[j - 1].score < c.score; j--) found[j] = found[j - 1];
        found[j] = c;
    }
}

static float squared_distance(const struct candidate *a, const struct candidate *b) {
    return (a->x - b->x) * (a->x - b->x) + (a->y - b->y) * (a->y - b->y);
}

/* Whether two levels of the pyramid have found the same thing, in the same size and orientation. */
static int is_same(const struct candidate *a, const struct candidate *b) {
    float least = minimum(a->size, b->size);
    return squared_distance(a, b) < 0.0625f * least * least && maximum(a->size, b->size) < 1.3f * least &&
           a->cos * b->cos + a->sin * b->sin > 0.9f;
}

/* Whether only one of two candidates can be a numeral. */
static int is_too_near(const struct candidate *a, const struct candidate *b) {
    float size = maximum(a->size, b->size);
    return squared_distance(a, b) <= 0.3025f * size * size;
}

/* Keeps at most `most` candidates, strongest first, of which no two exclude each other. */
static int32_t keep_strongest(struct candidate *found, int32_t count, int32_t most,
                              int (*exclude)(const struct candidate *, const struct candidate *)) {
    int32_t kept = 0;
    sort_candidates(found, count);
    for (int32_t i = 0; i < count && kept < most; i++) {
        int32_t j = 0;
        while (j < kept && !exclude(&found[i], &found[j])) j++;
        if (j == kept) found[kept++] = found[i];
    }
    return kept;
}

/* Size of a level of the pyramid, in steps of half an octave: its long side, at most twice that of the photograph. */
static float level_scale(struct photo photo, int32_t level) {
    int32_t longer = photo.width > photo.height ? photo.width : photo.height;
    float side = (float)(LONGEST >> (level / 2)) * (level % 2 ? 0.70710678f : 1);
    return minimum(side / (float)longer, 2);
}

static int32_t scaled(int32_t side, float scale) {
    int32_t result = (int32_t)((float)side * scale + 0.5f);
    return result > 1 ? result : 1;
}

/* Different candidates on all levels; -1 if the arena is too small. */
static int32_t find_candidates(struct arena *arena, const struct network *network, struct photo photo,
                               struct candidate *found) {
    int32_t count = 0;
    for (int32_t level = 0; level < LEVELS; level++) {
        float scale = level_scale(photo, level);
        if (level && scale == level_scale(photo, level - 1)) continue;
        size_t mark = arena->used;
        struct picture maps = detect(arena, network->layers, photo, scaled(photo.width, scale), scaled(photo.height, scale));
        if (!maps.values) return -1;
        count = collect(maps, scale, photo, network->settings[LEAST_HEAT], found, count);
        arena->used = mark;
    }
    return keep_strongest(found, count, MOST_TILES, is_same);
}

/* -- crops ------------------------------------------------------------------------------------------------------------------ */

/* The photograph's colour at (x, y), interpolated, added to `sum`. */
static void add_pixel(struct photo photo, float x, float y, float *sum) {
    x = maximum(minimum(x, (float)(photo.width - 1)), 0);
    y = maximum(minimum(y, (float)(photo.height - 1)), 0);
    int32_t x0 = (int32_t)x, y0 = (int32_t)y;
    int32_t x1 = x0 + 1 < photo.width ? x0 + 1 : x0, y1 = y0 + 1 < photo.height ? y0 + 1 : y0;
    float u = x - (float)x0, v = y - (float)y0;
    const uint8_t *top = photo.rgb + (size_t)y0 * photo.width * 3, *bottom = photo.rgb + (size_t)y1 * photo.width * 3;
    for (int32_t c = 0; c < 3; c++) {
        float above = top[3 * x0 + c] * (1 - u) + top[3 * x1 + c] * u;
        float below = bottom[3 * x0 + c] * (1 - u) + bottom[3 * x1 + c] * u;
        sum[c] += above * (1 - v) + below * v;
    }
}

/* What is one height of the numeral to the right (x, y) and one down (x, y) in pixels. The quad of the tile says how it is
 * foreshortened and sheared; without a usable quad, the numeral is only turned. */
static void frame_of(const struct candidate *c, float ratio, float *frame) {
    const float *q = c->quad;
    float area = q[2] * q[5] - q[3] * q[4];
    float longest = maximum((q[2] * q[2] + q[3] * q[3]) * ratio, (q[4] * q[4] + q[5] * q[5]) / ratio);
    float shape[4] = {1, 0, 0, 1};
    if (area >= 0.2f * longest && q[2] > 0 && q[5] > 0) {
        float root = square_root(area), stretch = square_root(ratio);
        shape[0] = q[2] * stretch / root;
        shape[1] = q[3] * stretch / root;
        shape[2] = q[4] / stretch / root;
        shape[3] = q[5] / stretch / root;
    }
    for (int32_t i = 0; i < 4; i += 2) {
        frame[i] = c->size * (c->cos * shape[i] - c->sin * shape[i + 1]);
        frame[i + 1] = c->size * (c->sin * shape[i] + c->cos * shape[i + 1]);
    }
}

/* The upright crop around a candidate, values -1..1. */
static void cut_crop(struct photo photo, const struct candidate *c, const float *settings, float *out) {
    float frame[4], step = settings[CONTEXT] * c->size / CROP;
    int32_t side = step > 1.6666667f ? (int32_t)(0.8f * step + 0.5f) : 1; /* mean of side x side points, against aliasing */
    if (side < 1) side = 1;
    if (side > 8) side = 8;
    float spread = side == 8 ? 0.8f * step / 8 : 1, middle = 0.5f * (float)(side - 1);
    frame_of(c, settings[RATIO], frame);
    for (int32_t v = 0; v < CROP; v++)
        for (int32_t u = 0; u < CROP; u++, out += 3) {
            float du = ((float)u - 0.5f * (CROP - 1)) * settings[CONTEXT] / CROP;
            float dv = ((float)v - 0.5f * (CROP - 1)) * settings[CONTEXT] / CROP;
            float sum[3] = {0, 0, 0}, x = c->x + frame[0] * du + frame[2] * dv, y = c->y + frame[1] * du + frame[3] * dv;
            for (int32_t i = 0; i < side * side; i++)
                add_pixel(photo, x + ((float)(i % side) - middle) * spread, y + ((float)(i / side) - middle) * spread, sum);
            for (int32_t k = 0; k < 3; k++) out[k] = sum[k] / (float)(side * side) / 127.5f - 1;
        }
}

/* The classifier's logits of a crop; returns whether the arena was large enough. */
static int classify(struct arena *arena, const struct layer *l, float *crop, float *logits) {
    struct picture p = {CROP, CROP, 3, crop};
    for (int32_t i = DETECTOR_LAYERS; i < DETECTOR_LAYERS + 7; i++) p = convolve(arena, &l[i], p, NULL, 1);
    struct picture pooled = new_picture(arena, 1, 1, p.channels * (p.width / 2) * (p.height / 2));
    if (!p.values || !pooled.values) return 0;
    float *to = pooled.values;
    for (int32_t y = 0; y + 1 < p.height; y += 2)
        for (int32_t x = 0; x + 1 < p.width; x += 2)
            for (int32_t c = 0; c < p.channels; c++) {
                const float *from = p.values + ((size_t)y * p.width + x) * p.channels + c;
                size_t row = (size_t)p.width * p.channels;
                *to++ = 0.25f * (from[0] + from[p.channels] + from[row] + from[row + p.channels]);
            }
    struct picture answer = convolve(arena, &l[23], convolve(arena, &l[22], pooled, NULL, 1), NULL, 0);
    if (!answer.values) return 0;
    for (int32_t i = 0; i < CROP_OUTPUTS; i++) logits[i] = answer.values[i];
    return 1;
}

/* -- decisions -------------------------------------------------------------------------------------------------------------- */

/* Probabilities from the logits of both networks. */
static void mix(float *detector, const float *crop, int32_t count, float share, float temperature) {
    float most = -1e30f;
    for (int32_t i = 0; i < count; i++) {
        detector[i] = (share * crop[i] + (1 - share) * detector[i]) / temperature;
        most = maximum(most, detector[i]);
    }
    for (int32_t i = 0; i < count; i++) detector[i] = exponential(detector[i] - most);
    normalise(detector, count);
}

/* Turns a candidate by 180 degrees; its quad stays where it is. */
static void turn(struct candidate *c) {
    c->cos = -c->cos;
    c->sin = -c->sin;
    c->quad[0] = -c->quad[0];
    c->quad[1] = -c->quad[1];
}

/* The classifier's logits of the crop around a candidate that is zoomed and turned a little by an angle with this sine; returns
 * whether the arena was large enough. */
static int look(struct arena *arena, const struct network *network, struct photo photo, struct candidate c, float zoom, float sine,
                float *logits) {
    size_t mark = arena->used;
    float *crop = allocate_floats(arena, (size_t)CROP * CROP * 3), cosine = square_root(1 - sine * sine);
    float cos = c.cos * cosine - c.sin * sine, sin = c.sin * cosine + c.cos * sine;
    if (!crop) return 0;
    c.cos = cos;
    c.sin = sin;
    c.size *= zoom;
    cut_crop(photo, &c, network->settings, crop);
    int done = classify(arena, network->layers, crop, logits);
    arena->used = mark;
    return done;
}

static float crop_logit(const struct candidate *c) { return c->crop[largest(c->crop, NUMBERS)] - c->crop[NOT_A_TILE]; }

/* How probable it is that a candidate is a tile. */
static float tile_probability(const struct candidate *c, const float *s) {
    return sigmoid(s[TILE_HEAT] * c->heat + s[TILE_CROP] * crop_logit(c) + s[TILE_BIAS]);
}

/* Classifies a candidate, turned if it is upside down; returns whether the arena was large enough. */
static int classify_candidate(struct arena *arena, const struct network *network, struct photo photo, struct candidate *c) {
    const float *s = network->settings;
    float turned[CROP_OUTPUTS];
    if (!look(arena, network, photo, *c, 1, 0, c->crop)) return 0;
    c->flipped = sigmoid(c->crop[UPSIDE_DOWN]);
    if (c->flipped > 0.5f) {
        turn(c);
        if (!look(arena, network, photo, *c, 1, 0, turned)) return 0;
        float flipped = sigmoid(turned[UPSIDE_DOWN]);
        if (flipped < c->flipped) {
            for (int32_t i = 0; i < CROP_OUTPUTS; i++) c->crop[i] = turned[i];
            c->flipped = flipped;
        } else {
            turn(c);
        }
    }
    c->tile = tile_probability(c, s);
    c->score = c->tile;
    return 1;
}

/* Averages the classifier's logits with those of two more views if two answers are close, and mixes them with the detector's;
 * returns whether the arena was large enough. */
static int read_candidate(struct arena *arena, const struct network *network, struct photo photo, struct candidate *c) {
    const float *s = network->settings;
    float more[CROP_OUTPUTS], best = c->crop[largest(c->crop, NUMBERS + 1)];
    int32_t close = 0;
    for (int32_t i = 0; i < NUMBERS + 1; i++) close += c->crop[i] > best - 3;
    if (close >= 2) {
        for (int32_t view = -1; view <= 1; view += 2) {
            if (!look(arena, network, photo, *c, 1 + 0.1f * (float)view, -0.12f * (float)view, more)) return 0;
            for (int32_t i = 0; i < CROP_OUTPUTS; i++) c->crop[i] += more[i];
        }
        for (int32_t i = 0; i < CROP_OUTPUTS; i++) c->crop[i] /= 3;
    }
    c->tile = tile_probability(c, s);
    mix(c->number, c->crop, NUMBERS, s[CROP_WEIGHT], s[NUMBER_TEMPERATURE]);
    mix(c->colour, c->crop + CROP_COLOUR, COLOURS, s[CROP_WEIGHT], s[COLOUR_TEMPERATURE]);
    return 1;
}

/* Whether a candidate is a smaller symbol on the tile of another one that is about as certain. */
static int is_symbol_on(const struct candidate *c, const struct candidate *other) {
    const float *q = other->quad;
    float x = (c->x - other->x) / other->size, y = (c->y - other->y) / other->size, area = q[2] * q[5] - q[3] * q[4];
    float right = other->cos * x + other->sin * y - q[0], down = other->cos * y - other->sin * x - q[1];
    if (c->size > 0.85f * other->size || c->tile * 0.7f > other->tile || !(area > 1e-3f)) return 0;
    return absolute(right * q[5] - down * q[4]) < 0.9f * area && absolute(down * q[2] - right * q[3]) < 0.9f * area;
}

static int32_t drop_symbols(struct candidate *all, int32_t count) {
    int32_t kept = 0, symbol[MOST_TILES];
    for (int32_t i = 0; i < count; i++) {
        symbol[i] = 0;
        for (int32_t j = 0; j < count; j++) symbol[i] |= is_symbol_on(&all[i], &all[j]);
    }
    for (int32_t i = 0; i < count; i++)
        if (!symbol[i]) all[kept++] = all[i];
    return kept;
}

/* Log-odds, from the tiles around, that this tile is turned as (cos, sin) says: parallel neighbours of the same size count. */
static float upright_by_neighbours(const struct candidate *all, int32_t count, int32_t i, float strength) {
    const struct candidate *c = &all[i];
    float votes = 0;
    for (int32_t j = 0; j < count; j++) {
        const struct candidate *o = &all[j];
        float dx = o->x - c->x, dy = o->y - c->y, reach = 5 * c->size, along = c->cos * o->cos + c->sin * o->sin;
        int32_t number = largest(o->number, NUMBERS);
        if (j == i || number == 5 || number == 8 || dx * dx + dy * dy > reach * reach) continue;
        if (absolute(along) < 0.95f || absolute(o->size - c->size) > 0.35f * c->size) continue;
        votes += (along > 0 ? 1 : -1) * o->tile * (1 - 2 * minimum(o->flipped, 0.5f));
    }
    return strength * maximum(minimum(votes, 3), -3);
}

/* 6 and 9 differ only by orientation: the neighbours' orientation shifts probability between them. */
static void decide_six_or_nine(struct candidate *all, int32_t count, int32_t i, float strength) {
    struct candidate *c = &all[i];
    float six = c->number[5], nine = c->number[8], both = six + nine;
    if (both < 0.5f) return;
    int looks_like_six = six > nine; /* when upright */
    float upright = logit((looks_like_six ? six : nine) / both) + upright_by_neighbours(all, count, i, strength);
    float share = sigmoid(upright);
    c->number[looks_like_six ? 5 : 8] = both * share;
    c->number[looks_like_six ? 8 : 5] = both * (1 - share);
    if (share < 0.5f) turn(c);
}

/* Removes what the box does not hold. */
static void limit_to_box(struct candidate *c, const struct box *box) {
    for (int32_t i = 0; i < JOKER; i++)
        if (i >= box->numbers) c->number[i] = 0;
    if (box->jokers <= 0) c->number[JOKER] = 0;
    normalise(c->number, NUMBERS);
    for (int32_t i = 0; i < COLOURS; i++)
        if (!(box->colours >> i & 1)) c->colour[i] = 0;
    normalise(c->colour, COLOURS);
}

/* If more tiles look like jokers than the box holds, the least probable ones are none. */
static void limit_jokers(struct candidate *all, int32_t count, int32_t jokers) {
    for (;;) {
        int32_t found = 0, weakest = -1;
        for (int32_t i = 0; i < count; i++) {
            if (largest(all[i].number, NUMBERS) != JOKER) continue;
            found++;
            if (weakest < 0 || all[i].number[JOKER] * all[i].tile < all[weakest].number[JOKER] * all[weakest].tile) weakest = i;
        }
        if (found <= jokers) return;
        all[weakest].number[JOKER] = 0;
        normalise(all[weakest].number, NUMBERS);
    }
}

static int is_certain(const struct candidate *c, const float *settings) {
    return c->tile * c->number[largest(c->number, NUMBERS)] >= settings[LEAST_NUMBER];
}

/* Keeps the candidates whose number is certain and those about as large as one of them: the tiles of a photograph have similar
 * sizes, and a picture without any certain tile has none. Returns the new count. */
static int32_t drop_unsupported(struct candidate *all, int32_t count, const float *settings) {
    int32_t kept = 0, supported[MOST_TILES];
    for (int32_t i = 0; i < count; i++) {
        supported[i] = 0;
        for (int32_t j = 0; j < count; j++)
            supported[i] |= all[i].size > 0.6f * all[j].size && all[j].size > 0.6f * all[i].size && is_certain(&all[j], settings);
    }
    for (int32_t i = 0; i < count; i++)
        if (supported[i]) all[kept++] = all[i];
    return kept;
}

/* Whether the picture shows something else: more than three candidates, and most of them more likely wrong than right. */
static int shows_something_else(const struct candidate *all, int32_t count, const float *settings) {
    float least = minimum(0.5f, settings[LEAST_NUMBER]);
    int32_t likely = 0;
    for (int32_t i = 0; i < count; i++) likely += all[i].tile * all[i].number[largest(all[i].number, NUMBERS)] >= least;
    return count > 3 && 2 * likely < count;
}

/* Whether a candidate that is not a tile might have been one. On tiles hardly anything else is in doubt. */
static int is_doubtful(const struct candidate *c, const float *settings) {
    return c->tile >= 0.05f && c->tile < settings[LEAST_TILE];
}

/* Corners of the tile, clockwise from its own upper left. */
static void place_quad(const struct candidate *c, float *quad) {
    static const float SIGNS[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int32_t i = 0; i < 4; i++) {
        float x = c->size * (c->quad[0] + SIGNS[i][0] * c->quad[2] + SIGNS[i][1] * c->quad[4]);
        float y = c->size * (c->quad[1] + SIGNS[i][0] * c->quad[3] + SIGNS[i][1] * c->quad[5]);
        quad[2 * i] = c->x + c->cos * x - c->sin * y;
        quad[2 * i + 1] = c->y + c->sin * x + c->cos * y;
    }
}

static struct tile decide(const struct candidate *c, const float *settings) {
    struct tile tile = {{0}, 0, {0}, {0}, 0, 0, 0, -1, c->heat, crop_logit(c)};
    int32_t number = largest(c->number, NUMBERS), colour = largest(c->colour, COLOURS);
    place_quad(c, tile.quad);
    for (int32_t i = 0; i < NUMBERS; i++) tile.number[i] = c->number[i];
    for (int32_t i = 0; i < COLOURS; i++) tile.colour[i] = c->colour[i];
    tile.confidence = c->tile * c->number[number] * (number == JOKER ? 1 : c->colour[colour]);
    if (is_certain(c, settings)) tile.number_answer = number + 1;
    float coloured = c->tile * (1 - c->number[JOKER]) * c->colour[colour];
    if (tile.number_answer != JOKER + 1 && coloured >= settings[LEAST_COLOUR]) tile.colour_answer = colour;
    return tile;
}

/* If a tile was read more often than the box holds it, the least certain ones lose the less certain part of their answer. */
static void limit_copies(struct tile *tiles, int32_t count, int32_t copies) {
    for (int32_t i = 0; i < count; i++) {
        if (tiles[i].number_answer == 0 || tiles[i].colour_answer < 0) continue;
        int32_t better = 0, number = tiles[i].number_answer, colour = tiles[i].colour_answer;
        for (int32_t j = 0; j < count; j++)
            better += tiles[j].number_answer == number && tiles[j].colour_answer == colour &&
                      (tiles[j].confidence > tiles[i].confidence || (tiles[j].confidence == tiles[i].confidence && j < i));
        if (better < copies) continue;
        if (tiles[i].colour[colour] < tiles[i].number[number - 1]) tiles[i].colour_answer = -1;
        else tiles[i].number_answer = 0;
    }
}

/* Whether two indices are at opposite corners of one card: turned against each other, the other one below and to the right. */
static int are_opposite(const struct tile *a, const struct tile *b) {
    const float *p = a->quad, *q = b->quad;
    float ux = p[2] - p[0], uy = p[3] - p[1], vx = p[6] - p[0], vy = p[7] - p[1], area = ux * vy - uy * vx;
    float dx = (q[0] + q[4] - p[0] - p[4]) / 2, dy = (q[1] + q[5] - p[1] - p[5]) / 2;
    float right = (dx * vy - dy * vx) / (area + 1e-6f), down = (dy * ux - dx * uy) / (area + 1e-6f);
    float wx = q[6] - q[0], wy = q[7] - q[1], turned = vx * wx + vy * wy;
    if (!(area > 1e-3f) || turned > -0.85f * square_root((vx * vx + vy * vy) * (wx * wx + wy * wy))) return 0;
    return right > 1.5f && right < 12 && down > 1.2f && down < 6;
}

/* Keeps one of two indices of the same card, with the place of the upright one: those that say the same where the box holds one of each, or are opposite. */
static int32_t merge_corners(struct tile *tiles, int32_t count, int32_t copies) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t same = 0;
        for (int32_t j = 0; j < kept && !same; j++) {
            struct tile *a = &tiles[i], *b = &tiles[j];
            int32_t alike = largest(a->number, NUMBERS) == largest(b->number, NUMBERS) &&
                            (largest(a->number, NUMBERS) == JOKER || largest(a->colour, COLOURS) == largest(b->colour, COLOURS));
            int32_t certain = a->number_answer && b->number_answer && a->colour_answer >= 0 && b->colour_answer >= 0;
            if (!alike || !((certain && copies == 1) || are_opposite(a, b))) continue;
            struct tile card = a->confidence > b->confidence ? *a : *b;
            const float *upright = a->quad[7] - a->quad[1] > b->quad[7] - b->quad[1] ? a->quad : b->quad;
            for (int32_t k = 0; k < 8; k++) card.quad[k] = upright[k];
            *b = card;
            same = 1;
        }
        if (!same) tiles[kept++] = tiles[i];
    }
    return kept;
}

/* -- reading order ---------------------------------------------------------------------------------------------------------- */

/* Centre of a tile along the rows and across them. */
struct place {
    float along, across;
};

static struct place place_of(const struct tile *tile, float cos, float sin) {
    const float *q = tile->quad;
    float x = (q[0] + q[2] + q[4] + q[6]) / 4, y = (q[1] + q[3] + q[5] + q[7]) / 4;
    return (struct place){x * cos + y * sin, y * cos - x * sin};
}

static void swap(struct tile *a, struct tile *b) {
    struct tile tile = *a;
    *a = *b;
    *b = tile;
}

/* Sorts by row, and within a row by the place along it. */
static void sort_tiles(struct tile *tiles, int32_t count, float cos, float sin) {
    for (int32_t i = 1; i < count; i++)
        for (int32_t j = i; j > 0; j--) {
            int32_t above = tiles[j - 1].row - tiles[j].row;
            if (above < 0 || (above == 0 && place_of(&tiles[j - 1], cos, sin).along <= place_of(&tiles[j], cos, sin).along)) break;
            swap(&tiles[j - 1], &tiles[j]);
        }
}

/* From left to right, each tile joins the row whose last tile is at most `reach` higher or lower and nearest to that, or
 * starts a new row; so a row may rise or fall. Returns the number of rows. */
static int32_t find_rows(struct tile *tiles, int32_t count, float reach, float cos, float sin) {
    int32_t rows = 0;
    for (int32_t i = 0; i < count; i++) tiles[i].row = 0;
    sort_tiles(tiles, count, cos, sin);
    for (int32_t i = 0; i < count; i++) {
        float nearest = reach;
        int32_t joined = rows;
        for (int32_t row = 0; row < rows; row++) {
            int32_t last = i - 1;
            while (tiles[last].row != row) last--;
            float distance = absolute(place_of(&tiles[last], cos, sin).across - place_of(&tiles[i], cos, sin).across);
            if (distance >= nearest) continue;
            nearest = distance;
            joined = row;
        }
        tiles[i].row = joined;
        rows += joined == rows;
    }
    return rows;
}

/* Sorts the tiles and numbers rows from top and positions from left. The rows have the mean direction of the tiles. */
static void order_tiles(struct tile *tiles, int32_t count, float reach) {
    float x = 0, y = 0, height = 0, middle[MOST_TILES] = {0};
    for (int32_t i = 0; i < count; i++) {
        const float *q = tiles[i].quad;
        float ux = q[2] - q[0] + q[4] - q[6], uy = q[3] - q[1] + q[5] - q[7], length = square_root(ux * ux + uy * uy) + 1e-3f;
        float vx = q[6] - q[0] + q[4] - q[2], vy = q[7] - q[1] + q[5] - q[3], sign = ux < 0 ? -1 : 1;
        x += sign * ux / length;
        y += sign * uy / length;
        height += 0.5f * square_root(vx * vx + vy * vy) / (float)count;
    }
    float length = square_root(x * x + y * y) + 1e-3f, cos = x / length, sin = y / length;
    int32_t rows = find_rows(tiles, count, reach * height, cos, sin), order[MOST_TILES];
    for (int32_t row = 0; row < rows; row++) {
        int32_t members = 0;
        for (int32_t i = 0; i < count; i++) members += tiles[i].row == row;
        for (int32_t i = 0; i < count; i++)
            if (tiles[i].row == row) middle[row] += place_of(&tiles[i], cos, sin).across / (float)members;
    }
    for (int32_t row = 0; row < rows; row++) {
        order[row] = 0;
        for (int32_t o = 0; o < rows; o++) order[row] += middle[o] < middle[row] || (middle[o] == middle[row] && o < row);
    }
    for (int32_t i = 0; i < count; i++) tiles[i].row = order[tiles[i].row];
    sort_tiles(tiles, count, cos, sin);
    for (int32_t i = 0; i < count; i++) tiles[i].position = i && tiles[i].row == tiles[i - 1].row ? tiles[i - 1].position + 1 : 0;
}

/* -- interface -------------------------------------------------------------------------------------------------------------- */

size_t tile_reader_memory(int32_t width, int32_t height) {
    if (width < 1 || height < 1) return 0;
    struct photo photo = {NULL, width, height};
    float scale = level_scale(photo, 0);
    size_t pixels = (size_t)padded(scaled(width, scale)) * padded(scaled(height, scale));
    /* Bytes for each pixel of the largest level, for layers as wide as those of Detector in tools/photos/networks.py. */
    return pixels * 36 + (size_t)width * 12 + (size_t)LONGEST * 40 + MOST_PARAMETERS * sizeof(float) +
           sizeof(struct candidate) * MOST_CANDIDATES + ((size_t)4 << 20);
}

int32_t read_tiles(const uint8_t *rgb, int32_t width, int32_t height, const struct box *box, const uint8_t *weights,
                   size_t weights_size, void *arena_memory, size_t arena_size, struct tile *tiles, int32_t max_tiles) {
    struct arena arena = {arena_memory, 0, arena_size};
    struct photo photo = {rgb, width, height};
    struct network network;
    if (width < 1 || height < 1 || !load(&network, weights, weights_size, &arena)) return -1;
    struct candidate *all = allocate(&arena, sizeof(struct candidate) * MOST_CANDIDATES);
    struct tile *read = allocate(&arena, sizeof(struct tile) * MOST_TILES);
    int32_t found = all && read ? find_candidates(&arena, &network, photo, all) : -1, count = 0, written = 0, doubtful = 0;
    if (found < 0) return -1;
    for (int32_t i = 0; i < found; i++)
        if (!classify_candidate(&arena, &network, photo, &all[i])) return -1;
    found = keep_strongest(all, found, MOST_TILES, is_too_near);
    for (int32_t i = 0; i < found; i++) {
        struct candidate c = all[i];
        if (!read_candidate(&arena, &network, photo, &c)) return -1;
        doubtful += is_doubtful(&c, network.settings);
        if (c.tile >= network.settings[LEAST_TILE]) all[count++] = c;
    }
    if (!network.settings[TWOFOLD] && doubtful > 3 && doubtful > count) count = 0; /* something else */
    if (!network.settings[TWOFOLD]) count = drop_symbols(all, count);
    for (int32_t i = 0; i < count; i++) decide_six_or_nine(all, count, i, network.settings[NEIGHBOUR]);
    for (int32_t i = 0; i < count; i++) limit_to_box(&all[i], box);
    limit_jokers(all, count, box->jokers);
    count = drop_unsupported(all, count, network.settings);
    if (shows_something_else(all, count, network.settings)) count = 0;
    for (int32_t i = 0; i < count; i++) read[i] = decide(&all[i], network.settings);
    if (network.settings[TWOFOLD]) count = merge_corners(read, count, box->copies);
    for (; written < count && written < max_tiles; written++) tiles[written] = read[written];
    limit_copies(tiles, written, box->copies);
    order_tiles(tiles, written, network.settings[ROW]);
    return written;
}
