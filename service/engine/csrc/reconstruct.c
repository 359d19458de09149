/* Laying plays: see plays/laying.py.
 *
 * Plays of one case are laid together, each a word, so that all they have in common is found out once: their ways through the
 * numbers (see ways.c), and what is laid along these. What is laid for a play depends on nothing else that is laid.
 */
#include <string.h>

#include "paths.h"

struct TableBuilder {
    Reconstruction reconstruction;
    Arrangement before;
    Vector tables;        /* by word, where its table is in `numbers` */
    Vector numbers;       /* the tables: how many melds stay and how many are new, then their places */
    Vector output_places; /* by new meld, the place it is told at, or -1 */
    Vector told, ends;    /* the tables in order: places of melds, and where each table ends */
    Vector sizes, tiles;  /* of every new meld, in the order in which they are told */
};

typedef struct {
    TableBuilder *builder;
    Paths *ways;
    const Problem *p;
    int scenario, count;
    const int32_t *chosen; /* the places of the words */
    const uint8_t *words[MAX_TOGETHER];
    int32_t way[MAX_LAYERS];                           /* of the word before */
    uint64_t shares[MAX_LAYERS];                       /* what lies in runs, layer by layer */
    uint64_t changed;                                  /* what changed in that since a table was put together */
    int32_t groups[MAX_LAYERS], runs[MAX_RUN_COLOURS]; /* parts of the table */
} Group;

typedef enum { IMPOSSIBLE, EXHAUSTED, LAID } Laid;

enum { FIRST_TRY = 500000 }; /* steps without an oracle */

static TableBuilder *open_layer(const Problem *problem) {
    TableBuilder *builder = allocate_zeroed(1, sizeof *builder);
    reconstruction_open(&builder->reconstruction, problem);
    return builder;
}

void table_builder_release(TableBuilder *builder) {
    if (!builder) return;
    reconstruction_close(&builder->reconstruction);
    Vector *vectors[] = {&builder->tables, &builder->numbers, &builder->output_places, &builder->told,
                         &builder->ends,   &builder->sizes,   &builder->tiles};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) vector_release(vectors[at]);
    release(builder);
}

static void append_number(Vector *numbers, size_t number) {
    *(uint16_t *)vector_push(numbers, sizeof(uint16_t)) = (uint16_t)number;
}

/* --- words ---------------------------------------------------------------------------------------------------------- */

static int jokers_of_word(const Group *g, int word) { return g->words[word][g->p->faces]; }

/* Whether a case has all letters of a word. */
static int has_letters(const Problem *p, int scenario, const uint8_t *word) {
    const uint8_t *optional = p->optional + (size_t)scenario * p->faces, *played = p->played + (size_t)scenario * p->faces;
    int rejecting = 0;
    for (int face = 0; face < p->faces; face++)
        rejecting |= (word[face] < played[face]) | (word[face] > played[face] + optional[face]);
    return !rejecting;
}

/* Finds ways for all words with as many jokers as one of them; says where they start, or -1 if some cannot be laid. */
static int32_t query_words(Group *g, int first) {
    const Problem *p = g->p;
    Automaton *a = g->ways->a;
    const Suffixes *e = &g->ways->suffixes[0];
    State start;
    int jokers = jokers_of_word(g, first), unused = p->hand_jokers[g->scenario] + p->played_jokers[g->scenario] - jokers;
    if (unused < 0 || unused > p->hand_jokers[g->scenario] || !start_state(a, g->scenario, &start)) return -1;
    if (needed_jokers(a, &start) + unused > jokers_left(&start)) return -1;
    start.common -= (uint64_t)unused << LEFT_SHIFT;
    memset(e->queried, 0, e->width * sizeof(uint64_t));
    for (int word = first; word < g->count; word++)
        if (jokers_of_word(g, word) == jokers)
            e->queried[e->of_words[word] / LIMB_BITS] |= (uint64_t)1 << e->of_words[word] % LIMB_BITS;
    return find_paths(g->ways, &start);
}

/* --- tables --------------------------------------------------------------------------------------------------------- */

/* Shares the tiles of a number out as a way does. Where bound jokers count as real, as many real tiles of a face go into groups as
 * there were. */
static void share_number(Group *g, int number, uint32_t letters, PathStep *way) {
    const Problem *p = g->p;
    uint64_t groups = way->split_code >> SPLIT_GROUP_JOKERS << GROUP_JOKERS_SHIFT;
    for (int colour = 0; colour < p->colours; colour++) {
        int cell = number * p->colours + colour, split_code = (int)(way->split_code >> SPLIT_COLOUR_BITS * colour);
        size_t row = (size_t)g->scenario * p->faces + cell;
        int bound = p->roles[row],
            reals = p->required[row] - (p->track_bare ? 0 : bound) + letter_of(letters, colour) - p->played[row];
        int grouped = split_code & 15, grouped_bound = split_code >> SPLIT_BITS & 15;
        if (!p->track_bare && bound) {
            int all = grouped, kept = g->builder->before.group_reals[cell];
            grouped = kept > all - bound ? kept : all - bound;
            grouped = grouped < reals ? grouped : reals;
            grouped = grouped < all ? grouped : all;
            grouped_bound = all - grouped;
        }
        groups |= (uint64_t)(grouped | grouped_bound << BOUND_SHIFT) << SHARE_BITS * colour;
        int runs = (reals - grouped) | (bound - grouped_bound) << BOUND_SHIFT | (split_code >> 2 * SPLIT_BITS & 15) << JOKERS_SHIFT;
        way->runs |= (uint64_t)runs << SHARE_BITS * colour;
    }
    if (groups) way->groups = lay_groups(&g->builder->reconstruction, number, groups);
}

/* Finds out what is laid along a way: after the highest number only jokers in runs. */
static void lay_along(Group *g, int layer, PathStep *way) {
    way->laid = 1;
    if (layer < g->p->numbers_count)
        share_number(g, layer, g->ways->suffixes[layer].letters[way->letters], way);
    else
        for (int run_colour = 0; run_colour < g->p->run_colours; run_colour++)
            way->runs |= (way->split_code >> (SPLIT_COLOUR_BITS * run_colour + 2 * SPLIT_BITS) & 15)
                         << (SHARE_BITS * run_colour + JOKERS_SHIFT);
}

/* Lays the runs of lanes in which something changed. */
static void lay_changed_runs(Group *g) {
    const Problem *p = g->p;
    uint64_t shares[MAX_LAYERS], mask = p->mixed ? ~(uint64_t)0 : SHARE;
    for (int run_colour = 0; run_colour < p->run_colours; run_colour++) {
        if (!(g->changed >> SHARE_BITS * run_colour & mask)) continue;
        for (int layer = 0; layer < g->ways->layers; layer++) shares[layer] = g->shares[layer] >> SHARE_BITS * run_colour & mask;
        g->runs[run_colour] = lay_runs(&g->builder->reconstruction, run_colour, shares);
    }
    g->changed = 0;
}

/* Lays jokers that are left over at the ends of runs. */
static void add_jokers(TableBuilder *builder, size_t first, int jokers) {
    Reconstruction *reconstruction = &builder->reconstruction;
    uint64_t *stays = reconstruction->stays.items;
    reconstruction->melds.count = reconstruction->kept.count = 0;
    for (size_t at = first; at < builder->numbers.count; at++)
        *(Meld *)vector_push(&reconstruction->melds,
                             sizeof(Meld)) = ((Meld *)reconstruction->all.items)[((uint16_t *)builder->numbers.items)[at]];
    for (size_t at = 0; at < reconstruction->old.count; at++)
        if (stays[at / LIMB_BITS] >> at % LIMB_BITS & 1) append_number(&reconstruction->kept, at);
    while (jokers--) take_in_joker(reconstruction, reconstruction->old.items);
    memset(stays, 0, (reconstruction->old.count / LIMB_BITS + 1) * sizeof *stays);
    for (size_t at = 0; at < reconstruction->kept.count; at++) {
        size_t place = ((uint16_t *)reconstruction->kept.items)[at];
        stays[place / LIMB_BITS] |= (uint64_t)1 << place % LIMB_BITS;
    }
    builder->numbers.count = first;
    for (size_t at = 0; at < reconstruction->melds.count; at++)
        append_number(&builder->numbers, find_meld(reconstruction, (Meld *)reconstruction->melds.items + at));
}

static void add_part(Reconstruction *reconstruction, int32_t place, Vector *numbers) {
    Part part = ((Part *)reconstruction->parts.items)[place];
    const uint16_t *places = reconstruction->places.items, *kept = places + part.kept.first;
    uint64_t *stays = reconstruction->stays.items;
    for (int32_t at = 0; at < part.kept.count; at++) stays[kept[at] / LIMB_BITS] |= (uint64_t)1 << kept[at] % LIMB_BITS;
    for (int32_t at = 0; at < part.melds.count; at++) append_number(numbers, places[part.melds.first + at]);
}

/* Puts the parts of a word's table together: how many new melds there are, these, and then how many stay, and these. */
static void put_together(Group *g, int word, int jokers_left) {
    TableBuilder *builder = g->builder;
    Reconstruction *reconstruction = &builder->reconstruction;
    size_t head = builder->numbers.count;
    uint64_t *stays = reconstruction->stays.items;
    lay_changed_runs(g);
    ((int32_t *)builder->tables.items)[g->chosen[word]] = (int32_t)head;
    memset(stays, 0, (reconstruction->old.count / LIMB_BITS + 1) * sizeof *stays);
    append_number(&builder->numbers, 0);
    for (int number = 0; number < g->p->numbers_count; number++)
        if (g->groups[number] >= 0) add_part(reconstruction, g->groups[number], &builder->numbers);
    for (int run_colour = 0; run_colour < g->p->run_colours; run_colour++)
        add_part(reconstruction, g->runs[run_colour], &builder->numbers);
    if (jokers_left) add_jokers(builder, head + 1, jokers_left);
    ((uint16_t *)builder->numbers.items)[head] = (uint16_t)(builder->numbers.count - head - 1);
    size_t kept = builder->numbers.count;
    append_number(&builder->numbers, 0);
    for (size_t first = 0; first < reconstruction->old.count; first += LIMB_BITS)
        for (uint64_t left = stays[first / LIMB_BITS]; left; left &= left - 1)
            append_number(&builder->numbers, first + (size_t)__builtin_ctzll(left));
    ((uint16_t *)builder->numbers.items)[kept] = (uint16_t)(builder->numbers.count - kept - 1);
}

/* Goes a word's way, and lays what it does not have in common with the word before. */
static void lay_word(Group *g, int word, int32_t path_state) {
    const Paths *w = g->ways;
    int left = 0;
    for (int layer = 0; layer < w->layers; layer++) {
        int32_t at = ((PathState *)w->path_states.items)[path_state].ways[w->suffixes[layer].of_words[word]];
        PathStep *way = (PathStep *)w->ways.items + at;
        path_state = way->path_state;
        left = way->left;
        if (g->way[layer] == at) continue;
        g->way[layer] = at;
        if (!way->laid) lay_along(g, layer, way);
        g->groups[layer] = way->groups;
        g->changed |= g->shares[layer] ^ way->runs;
        g->shares[layer] = way->runs;
    }
    put_together(g, word, left);
}

/* Lays words of one case, with an oracle or without. */
static Laid lay_group(Group *g, Automaton *a, int64_t steps, int with_oracle) {
    Paths ways;
    int32_t start = 0;
    uint8_t laid[256] = {0}; /* by jokers */
    paths_open(&ways, a, g->scenario, steps, &g->builder->before);
    find_suffixes(&ways, g->words, g->count);
    if (with_oracle && !ways.exhausted) oracle_open(&ways, g->words, g->count);
    g->ways = &ways;
    memset(g->way, -1, sizeof g->way);
    memset(g->shares, 0, sizeof g->shares);
    g->changed = ~(uint64_t)0;
    for (int first = 0; first < g->count && start >= 0; first++) {
        int jokers = jokers_of_word(g, first);
        if (laid[jokers]) continue;
        laid[jokers] = 1;
        start = query_words(g, first);
        for (int word = first; word < g->count && start >= 0; word++)
            if (jokers_of_word(g, word) == jokers) lay_word(g, word, start);
    }
    Laid split_code = start >= 0 ? LAID : ways.exhausted ? EXHAUSTED : IMPOSSIBLE;
    paths_close(&ways);
    return split_code;
}

/* --- telling -------------------------------------------------------------------------------------------------------- */

/* The place a new meld is told at: in the order in which they first come up. */
static size_t output_place(TableBuilder *builder, uint16_t meld) {
    int32_t *place = (int32_t *)builder->output_places.items + meld;
    if (*place < 0) {
        const Meld *tiles = (Meld *)builder->reconstruction.all.items + meld;
        *place = (int32_t)builder->sizes.count;
        *(uint8_t *)vector_push(&builder->sizes, 1) = tiles->size;
        vector_reserve(&builder->tiles, 1, builder->tiles.count + tiles->size);
        memcpy((uint8_t *)builder->tiles.items + builder->tiles.count, tiles->tiles, tiles->size);
        builder->tiles.count += tiles->size;
    }
    return (size_t)*place;
}

/* Tells the tables of all words in their order: the places of old melds that stay, then those of new ones, counted on. */
static void write_tables(TableBuilder *builder, int32_t count) {
    size_t melds = builder->reconstruction.all.count;
    vector_reserve(&builder->output_places, sizeof(int32_t), melds + 1);
    memset(builder->output_places.items, -1, melds * sizeof(int32_t));
    builder->told.count = builder->ends.count = builder->sizes.count = builder->tiles.count = 0;
    for (int32_t word = 0; word < count; word++) {
        const uint16_t *made = (uint16_t *)builder->numbers.items + ((int32_t *)builder->tables.items)[word];
        const uint16_t *kept = made + 1 + made[0];
        for (int at = 1; at <= kept[0]; at++) append_number(&builder->told, kept[at]);
        for (int at = 1; at <= made[0]; at++)
            append_number(&builder->told, builder->reconstruction.old.count + output_place(builder, made[at]));
        *(int32_t *)vector_push(&builder->ends, sizeof(int32_t)) = (int32_t)builder->told.count;
    }
}

typedef struct {
    const uint8_t *letters, *sizes, *tiles;
    const int32_t *scenarios;
    int32_t count, melds;
} Page;

/* Reads the melds on the table for a case: what its jokers are bound to says how these are read. */
static void read_table(TableBuilder *builder, const Problem *p, int scenario, const Page *page) {
    Reconstruction *reconstruction = &builder->reconstruction;
    vector_reserve(&reconstruction->old, sizeof(OldMeld), (size_t)page->melds + 1);
    vector_reserve(&reconstruction->stays, sizeof(uint64_t), (size_t)page->melds / LIMB_BITS + 1);
    reconstruction->old.count = (size_t)page->melds;
    read_old_melds(p, p->roles + (size_t)scenario * p->faces, page->sizes, page->tiles, page->melds, reconstruction->old.items);
    arrangement_of(p, reconstruction->old.items, page->melds, &builder->before);
    reconstruction->parts.count = reconstruction->places.count = reconstruction->group_keys.count = reconstruction->run_keys
                                                                                                        .count = 0;
    index_clear(&reconstruction->group_index);
    index_clear(&reconstruction->run_index);
}

/* Lays words of one case; whether they could be. Where that takes too much, an oracle is asked; and if it still does, first one half of
 * them is laid, then the other. What is laid is the same. */
static int lay_chosen(Engine *engine, const Page *page, const int32_t *chosen, int count) {
    const Problem *p = &engine->problem;
    Group g = {.builder = engine->builder, .p = p, .scenario = page->scenarios[chosen[0]], .count = count, .chosen = chosen};
    for (int word = 0; word < count; word++) g.words[word] = page->letters + (size_t)chosen[word] * (p->faces + 1);
    Automaton *a = engine->automaton || !engine->best_automaton ? word_automaton(engine) : engine->best_automaton;
    int few = are_words_few(p);
    Laid split_code = lay_group(&g, a, few && engine->steps > FIRST_TRY ? FIRST_TRY : engine->steps, 0);
    if (split_code == EXHAUSTED && few) split_code = lay_group(&g, a, a->steps + engine->steps, 1);
    engine->spent += a->steps;
    a->steps = 0;
    if (split_code != EXHAUSTED || count == 1) return split_code == LAID;
    return lay_chosen(engine, page, chosen, count / 2) && lay_chosen(engine, page, chosen + count / 2, count - count / 2);
}

/* Lays all words that have the case of one of them. */
static int lay_with(Engine *engine, const Page *page, int32_t first, int32_t *chosen, uint8_t *done) {
    const Problem *p = &engine->problem;
    int scenario = page->scenarios[first], count = 0;
    for (int32_t at = first; at < page->count && count < MAX_TOGETHER; at++)
        if (!done[at] && page->scenarios[at] == scenario) {
            if (!has_letters(p, scenario, page->letters + (size_t)at * (p->faces + 1))) return 0;
            chosen[count++] = at;
            done[at] = 1;
        }
    return lay_chosen(engine, page, chosen, count);
}

/* Lays plays, `letters` and a case each, on a table of so many melds. Says if all could be laid, and tells where: `told` is
 * the address and the count of places of melds, the address of the tables' ends, and of the new melds the address and the
 * count of sizes and the same of tiles. */
int engine_reconstruct(Engine *engine, const uint8_t *letters, const int32_t *scenarios, int32_t count, const uint8_t *sizes,
                       const uint8_t *tiles, int32_t melds, int64_t *told) {
    const Problem *p = &engine->problem;
    begin_query(engine);
    if (!engine->builder) engine->builder = open_layer(p);
    TableBuilder *builder = engine->builder;
    Page page = {letters, sizes, tiles, scenarios, count, melds};
    int32_t *chosen = allocate(((size_t)count + 1) * sizeof(int32_t));
    uint8_t *done = allocate_zeroed((size_t)count + 1, 1);
    const uint8_t *roles = NULL;
    int laid = 1;
    forget_parts(&builder->reconstruction);
    builder->numbers.count = 0;
    vector_reserve(&builder->tables, sizeof(int32_t), (size_t)count + 1);
    for (int32_t at = 0; at < count && laid; at++) {
        if (done[at]) continue;
        const uint8_t *own = p->roles + (size_t)scenarios[at] * p->faces;
        if (!roles || memcmp(roles, own, (size_t)p->faces)) read_table(builder, p, scenarios[at], &page);
        roles = own;
        laid = lay_with(engine, &page, at, chosen, done);
    }
    release(chosen);
    release(done);
    if (laid) write_tables(builder, count);
    end_query(engine);
    if (!laid) return 0;
    told[0] = (int64_t)(intptr_t)builder->told.items;
    told[1] = (int64_t)builder->told.count;
    told[2] = (int64_t)(intptr_t)builder->ends.items;
    told[3] = (int64_t)(intptr_t)builder->sizes.items;
    told[4] = (int64_t)builder->sizes.count;
    told[5] = (int64_t)(intptr_t)builder->tiles.items;
    told[6] = (int64_t)builder->tiles.count;
    return 1;
}
