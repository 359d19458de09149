/* Laying plays, compiled. The files of ../plays (old_melds, sharing, runs, tables, laying) say what is done and why; here it is
 * done for many plays at once, and both lay the same tables.
 */
#ifndef LAYING_H
#define LAYING_H

#include "language.h"

enum { MAX_IN_MELD = 63, AS_JOKER = 0x40, OPEN_JOKER = 0xFF };

/* A meld, each tile a byte: the cell of its face, with a bit set where a joker lies for it. */
typedef struct {
    uint8_t size, tiles[MAX_IN_MELD];
} Meld;

/* A meld on the table, runs by number. `bound` has a bit for each joker bound to what it stands for. */
typedef struct {
    Meld meld;
    uint64_t bound;
    int is_group, run_colour, number, layer; /* of a group its number; of a run its lane, and the layer of its first tile */
} OldMeld;

/* What lies in the runs of a lane, by layer. */
typedef struct {
    int layers, track_bare, ace_high;
    int8_t reals[MAX_LAYERS], wilds[MAX_LAYERS], jokers[MAX_LAYERS];
    int high_reals, high_wilds;
    uint32_t way[MAX_LAYERS];
} ColourRow;

/* The melds of one number's groups or of one lane's runs: places of old melds that stay, and of new ones among all. */
typedef struct {
    Span kept, melds;
} Part;

typedef struct {
    const Problem *problem;
    Vector old;         /* the melds on the table */
    Vector runs, melds; /* of the part in the making */
    Vector stays, kept; /* which old melds stay: a bit each, and their places */
    Vector all;         /* every different new meld, once */
    Index all_index;
    Vector parts, places;        /* what was laid: a part for each choice of tiles */
    Vector group_keys, run_keys; /* these choices, each with the place of its part after it */
    Index group_index, run_index;
} Reconstruction;

/* A part in the making: what is to be laid in the groups of a number, or in the runs of a lane. */
typedef struct {
    Reconstruction *reconstruction;
    const Problem *p;
    int8_t group_reals[MAX_FACES], group_bound[MAX_FACES], group_jokers[MAX_LAYERS];
    int8_t run_reals[MAX_FACES], run_bound[MAX_FACES], run_jokers[MAX_RUN_COLOURS][MAX_LAYERS];
} Table;

/* What is shared out to groups or runs in a layer, each number 4 bits: for each colour real tiles, bound jokers and free jokers in
 * runs. The free jokers in groups come after all colours. */
enum { SHARE_BITS = 12, BOUND_SHIFT = 4, JOKERS_SHIFT = 8, GROUP_JOKERS_SHIFT = 4 * SHARE_BITS, SHARE = (1 << SHARE_BITS) - 1 };

/* old_melds.c */
void read_old_melds(const Problem *p, const uint8_t *roles, const uint8_t *sizes, const uint8_t *tiles, int count, OldMeld *old);
void arrangement_of(const Problem *p, const OldMeld *old, int count, Arrangement *shares);

/* runs.c */
int find_run_profiles(ColourRow *row);

/* build.c */
int groups_of(int tiles, int reals, int most, int jokers, int colours);
void build_groups(Table *t, int number);
void build_runs(Table *t, ColourRow *row, int at);
void take_in_joker(Reconstruction *reconstruction, const OldMeld *old);

/* table.c */
void reconstruction_open(Reconstruction *reconstruction, const Problem *p);
void reconstruction_close(Reconstruction *reconstruction);
void forget_parts(Reconstruction *reconstruction);
uint32_t find_meld(Reconstruction *reconstruction, const Meld *meld);
int32_t lay_groups(Reconstruction *reconstruction, int number, uint64_t shares);
int32_t lay_runs(Reconstruction *reconstruction, int run_colour, const uint64_t *shares);

#endif
