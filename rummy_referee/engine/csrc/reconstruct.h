/* Reconstruction of tables: melds for the tiles of each play. See reconstruct.c for the steps and an example. */
#ifndef RECONSTRUCT_H
#define RECONSTRUCT_H

#include "engine.h"
#include "language.h"

enum { MAX_IN_MELD = 63, AS_JOKER = 0x40, OPEN_JOKER = 0xFF };

/* A meld with one byte for each tile: its cell (number times colours plus colour), with the bit AS_JOKER if the tile is a
 * joker. */
typedef struct {
    uint8_t size, tiles[MAX_IN_MELD];
} Meld;

static inline int cell_of(uint8_t tile) { return tile & ~AS_JOKER; }

/* A meld of the table before the play. */
typedef struct {
    Meld meld;      /* runs in ascending order */
    uint64_t bound; /* bit i: tile i is a joker bound to its cell */
    int is_group, run_colour, number;
    int layer; /* of the first tile of a run */
} OldMeld;

/* The tiles in the runs of one colour, by layer, and the profile of the open runs after each layer. */
typedef struct {
    int layers, track_bare, ace_high;
    int8_t reals[MAX_LAYERS], wilds[MAX_LAYERS], jokers[MAX_LAYERS];
    int high_reals, high_wilds; /* tiles of the first layer that lie in the last one: high aces */
    uint32_t profile_after[MAX_LAYERS];
} ColourRow;

/* A part of a table: the groups of one number, or the runs of one colour. Both spans refer to `part_melds`. */
typedef struct {
    Span kept, melds; /* old melds that stay, and new melds */
} Part;

struct TableBuilder {
    const Problem *problem;
    Vector old; /* OldMeld */
    Arrangement before;

    /* The part in progress. */
    Vector open_runs; /* Meld */
    Vector kept;      /* uint16_t: indexes of old melds that stay */
    Vector melds;     /* Meld: new melds */

    /* Finished parts, cached by their tiles. */
    Vector parts, part_melds; /* Part, uint16_t */
    Vector part_keys;         /* uint64_t: the id and the index of a part, then the packed counts of its tiles */
    Index part_index;
    Vector new_melds; /* Meld: every new meld once */
    Index new_meld_index;

    /* Finished tables. */
    Vector stays;        /* bitset: old melds that stay in the table in progress */
    Vector tables;       /* uint16_t: the count of new melds, their indexes, the count of old melds, their indexes */
    Vector table_starts; /* int32_t: by word, where its table starts in `tables` */

    /* Output of engine_reconstruct. */
    Vector output_index;               /* int32_t: by new meld, its index in the output or -1 */
    Vector output_melds;               /* uint16_t: the melds of all tables */
    Vector output_ends;                /* int32_t: by word, where its table ends in `output_melds` */
    Vector output_sizes, output_tiles; /* uint8_t: of every new meld */
};

/* The tiles of a part that are in no meld yet. A part of groups uses the cells of one number, a part of runs those of one
 * colour. */
typedef struct {
    TableBuilder *builder;
    const Problem *problem;
    int8_t reals[MAX_FACES], bound[MAX_FACES];
    int8_t group_jokers;
    ColourRow row;
} PartTiles;

/* old_melds.c */
void read_old_melds(const Problem *p, const uint8_t *roles, const uint8_t *sizes, const uint8_t *tiles, int count, OldMeld *old);
void find_arrangement(const Problem *p, const OldMeld *old, int count, Arrangement *arrangement);

/* run_profiles.c */
int find_run_profiles(ColourRow *row);

/* build_melds.c */
void build_groups(PartTiles *rest, int number);
void build_runs(PartTiles *rest, int run_colour);
void append_joker(TableBuilder *b);

/* table_parts.c */
void clear_parts(TableBuilder *b);
void clear_new_melds(TableBuilder *b);
uint32_t find_new_meld(TableBuilder *b, const Meld *meld);
int32_t find_group_part(TableBuilder *b, int number, uint64_t counts);
int32_t find_run_part(TableBuilder *b, int run_colour, const uint64_t *counts);

static inline void append_u16(Vector *vector, size_t value) {
    *(uint16_t *)vector_push(vector, sizeof(uint16_t)) = (uint16_t)value;
}

#endif
