/* Reads the tiles of a rummy game from a photograph: pixels in, tiles out.
 *
 * A detector finds the numerals on an image pyramid, a classifier reads the upright crop of each, and the rest of the program
 * decides: which candidates are tiles, how they are turned, what the box allows, what is certain enough, and the reading order.
 * Both networks and all thresholds come from the weights file; docs/photos.md describes how they are made.
 *
 * The program needs no library. It is deterministic: with -ffp-contract=off every compiler gives the same tiles, also for
 * WebAssembly.
 *
 * Weights file, little-endian:
 *   uint32  magic "TILE", version 2, number of layers, number of settings
 *   float32 settings, in the order of `enum setting` in tile_reader.c
 *   uint32  per layer: inputs, outputs (a multiple of 8), side of the kernel (1 or 3), stride (1 or 2)
 *   float16 per layer: weights [kernel row][kernel column][input][output], then bias [output]
 */
#ifndef TILE_READER_H
#define TILE_READER_H

#include <stddef.h>
#include <stdint.h>

/* What a game's box holds; probabilities are limited to it. Colours: bit 0 black, 1 red, 2 blue, 3 yellow or orange, 4 green. */
struct box {
    int32_t colours, numbers, copies, jokers;
};

struct tile {
    float quad[8];         /* corners of the tile in pixels of the picture, clockwise from the tile's own upper left */
    float confidence;      /* calibrated probability that the most probable number and colour are right */
    float number[14];      /* calibrated probabilities of 1..13 and joker ([13]) */
    float colour[5];       /* calibrated probabilities in the order of the bits */
    int32_t row, position; /* reading order: rows from top, position from left in the row */
    int32_t number_answer; /* 1..13, 14 joker, 0 not certain enough */
    int32_t colour_answer; /* 0..4, -1 not certain enough or a joker */
    float heat, crop;      /* what both networks say about "is a tile": logits, for calibration */
};

/* Bytes of arena that a picture of this size needs. */
size_t tile_reader_memory(int32_t width, int32_t height);

/* Returns the number of tiles (at most max_tiles), in reading order, or -1 if the weights are invalid, the picture is empty or
 * the arena is too small. rgb: 3 bytes a pixel, row by row. */
int32_t read_tiles(const uint8_t *rgb, int32_t width, int32_t height, const struct box *box, const uint8_t *weights,
                   size_t weights_size, void *arena, size_t arena_size, struct tile *tiles, int32_t max_tiles);

#endif
