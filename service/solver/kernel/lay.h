/* Laying plays, compiled. The files of ../plays (old_melds, needs, sharing, runs, tables, laying) say what is done and why;
 * here it is done in the same order, step for step, so that both lay the same tables.
 */
#ifndef LAY_H
#define LAY_H

#include "plays.h"

enum {
    MOST_FACES = 64,
    MOST_LAYERS = 64,
    MOST_IN_MELD = 63,
    AS_JOKER = 0x40,
    OPEN_JOKER = 0xFF,
    JOKER_UNITS = 2,
    HOPELESS = 99,
    MOST_LANE_TABLES = 512,
    MOST_MISSES = 3,
    EASY_STEPS = 100
};

/* A meld, each tile a byte: the cell of its face, with a bit set where a joker lies for it. */
typedef struct {
    uint8_t size, tiles[MOST_IN_MELD];
} Meld;

/* A meld on the table, runs by number. `bound` has a bit for each joker bound to what it stands for. */
typedef struct {
    Meld meld;
    uint64_t bound;
    int is_group, lane, layer; /* of a run, the layer of its first tile */
} OldMeld;

typedef struct {
    uint8_t reals[MOST_FACES], bound[MOST_FACES];
    int jokers, joker_worth, wild, strict;
} Pile;

typedef struct {
    uint8_t group_reals[MOST_FACES], group_bound[MOST_FACES], group_jokers[MOST_LAYERS];
    uint8_t run_jokers[MOST_LANES][MOST_LAYERS], aces_put_off[MOST_LANES];
    int jokers_left;
} Shares;

/* The fewest jokers that a lane needs from each profile on; the same for all piles with these tiles in a lane. */
typedef struct {
    uint8_t most[MOST_LAYERS], fewest[MOST_LAYERS], price[MOST_LAYERS], second[MOST_LAYERS];
    int jokers, side;
    uint8_t needs[];
} LaneTable;

/* What is to be known of a pile before it is shared out. The caller fills in the tiles, by face, and zeroes. */
typedef struct {
    uint8_t tiles[MOST_FACES], prices[MOST_FACES], second_prices[MOST_FACES];
    uint8_t room[MOST_FACES]; /* for tiles of later colours in groups */
    uint8_t most_groups[MOST_LAYERS], is_empty[MOST_LAYERS];
    LaneTable *tables[MOST_LANES];
} Needs;

typedef struct {
    const Problem *problem;
    int64_t spent; /* steps */
    uint8_t number_of[MOST_FACES + MOST_LANES], colour_of[MOST_FACES + MOST_LANES]; /* by cell: to divide takes long */
    Vector lane_tables; /* their addresses */
    Index lane_index;
    Vector dead; /* states tried in vain */
    Index dead_index;
    Vector runs, melds; /* of the table in the making */
    Vector stays, kept; /* which old melds stay */
} Laying;

/* lay_old.c */
void read_old_melds(const Problem *p, const uint8_t *roles, const uint8_t *sizes, const uint8_t *tiles, int count, OldMeld *old);
void see_shares(const Problem *p, const OldMeld *old, int count, const uint8_t *stays, Shares *shares);

/* lay_needs.c */
void find_needs(Laying *laying, Needs *needs, int jokers);
int need_of(const Problem *p, LaneTable *table, int layer, uint32_t profile);
void drop_lane_tables(Laying *laying);

/* lay_share.c */
int share_out(Laying *laying, const Pile *pile, const Shares *before, int64_t steps, Shares *found);
int groups_of(int tiles, int reals, int most, int jokers, int colours);

/* lay_runs.c: every profile that tiles can make of a profile, one after another. */
typedef struct {
    int ones, twos, longs, bare_ones, bare_twos, bare_longs, fresh, to_bare, on_new, on_ones, on_twos;
} Growth;
int grow_first(Growth *growth, uint32_t profile, int reals, int wilds, uint32_t *grown);
int grow_next(Growth *growth, uint32_t *grown);

/* What lies in the runs of a lane, by layer. */
typedef struct {
    int layers, strict, ace_high;
    int8_t reals[MOST_LAYERS], wilds[MOST_LAYERS], jokers[MOST_LAYERS];
    int off_reals, off_wilds;
    uint32_t way[MOST_LAYERS];
} Lane;
int follow_lane(Lane *lane);

/* A table in the making: what is still to be laid in groups and runs. */
typedef struct {
    Laying *laying;
    const Problem *p;
    int strict;
    int8_t group_reals[MOST_FACES], group_bound[MOST_FACES], group_jokers[MOST_LAYERS];
    int8_t run_reals[MOST_FACES], run_bound[MOST_FACES];
    Lane lanes[MOST_LANES];
} Table;

/* lay_build.c */
void build_groups(Table *t, int number);
void build_runs(Table *t, int lane);
void take_in_joker(Table *t, const OldMeld *old);

/* lay_table.c */
int make_table(Laying *laying, Pile *pile, const OldMeld *old, int count, int64_t steps);

#endif
