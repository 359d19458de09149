/* Laying plays: see plays/laying.py.
 *
 * Plays of one case are laid together, each a word, so that all they have in common is found out once: their ways through the
 * numbers (see ways.c), and what is laid along these. What is laid for a play depends on nothing else that is laid.
 */
#include <string.h>

#include "paths.h"

struct Layer {
    Laying laying;
    Shares before;
    Vector tables;       /* by word, where its table is in `numbers` */
    Vector numbers;      /* the tables: how many melds stay and how many are new, then their places */
    Vector places_told;  /* by new meld, the place it is told at, or -1 */
    Vector told, ends;   /* the tables in order: places of melds, and where each table ends */
    Vector sizes, tiles; /* of every new meld, in the order in which they are told */
};

typedef struct {
    Layer *layer;
    Ways *ways;
    const Problem *p;
    int case_index, count;
    const int32_t *chosen; /* the places of the words */
    const uint8_t *words[MOST_TOGETHER];
    int32_t way[MOST_LAYERS];     /* of the word before */
    uint64_t shares[MOST_LAYERS]; /* what lies in runs, layer by layer */
    uint64_t changed;             /* what changed in that since a table was put together */
    int32_t groups[MOST_LAYERS], runs[MOST_LANES]; /* parts of the table */
} Group;

typedef enum { IMPOSSIBLE, STOPPED, LAID } Laid;

enum { FIRST_TRY = 500000 }; /* steps without an oracle */

static Layer *open_layer(const Problem *problem) {
    Layer *layer = allot(1, sizeof *layer);
    laying_open(&layer->laying, problem);
    return layer;
}

void drop_layer(Layer *layer) {
    if (!layer) return;
    laying_close(&layer->laying);
    Vector *vectors[] = {&layer->tables, &layer->numbers, &layer->places_told,
                         &layer->told, &layer->ends, &layer->sizes, &layer->tiles};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) drop(vectors[at]);
    give_back(layer);
}

static void tell(Vector *numbers, size_t number) { *(uint16_t *)push(numbers, sizeof(uint16_t)) = (uint16_t)number; }

/* --- words ---------------------------------------------------------------------------------------------------------- */

static int jokers_of_word(const Group *g, int word) { return g->words[word][g->p->faces]; }

/* Whether a case has all letters of a word. */
static int has_letters(const Problem *p, int case_index, const uint8_t *word) {
    const uint8_t *may = p->may + (size_t)case_index * p->faces, *played = p->played + (size_t)case_index * p->faces;
    int lacks = 0;
    for (int face = 0; face < p->faces; face++) lacks |= (word[face] < played[face]) | (word[face] > played[face] + may[face]);
    return !lacks;
}

/* Finds ways for all words with as many jokers as one of them; says where they start, or -1 if some cannot be laid. */
static int32_t ask_words(Group *g, int first) {
    const Problem *p = g->p;
    Automaton *a = g->ways->a;
    const Endings *e = &g->ways->endings[0];
    State start;
    int jokers = jokers_of_word(g, first), unused = p->hand_jokers[g->case_index] + p->played_jokers[g->case_index] - jokers;
    if (unused < 0 || unused > p->hand_jokers[g->case_index] || !start_of(a, g->case_index, &start)) return -1;
    if (needed_jokers(a, &start) + unused > left_of(&start)) return -1;
    start.common -= (uint64_t)unused << LEFT_SHIFT;
    memset(e->asked, 0, e->width * sizeof(uint64_t));
    for (int word = first; word < g->count; word++)
        if (jokers_of_word(g, word) == jokers) e->asked[e->of_words[word] / WORD] |= (uint64_t)1 << e->of_words[word] % WORD;
    return find_ways(g->ways, &start);
}

/* --- tables --------------------------------------------------------------------------------------------------------- */

/* Shares the tiles of a number out as a way does. Where bound jokers count as real, as many real tiles of a face go into groups as
 * there were. */
static void share_number(Group *g, int number, uint32_t letters, Way *way) {
    const Problem *p = g->p;
    uint64_t groups = way->how >> HOW_GROUP_JOKERS << GROUP_JOKERS_SHIFT;
    for (int colour = 0; colour < p->colours; colour++) {
        int cell = number * p->colours + colour, how = (int)(way->how >> HOW_LANE_BITS * colour);
        size_t row = (size_t)g->case_index * p->faces + cell;
        int bound = p->roles[row], reals = p->must[row] - (p->strict ? 0 : bound) + letter_of(letters, colour) - p->played[row];
        int grouped = how & 15, grouped_bound = how >> HOW_BITS & 15;
        if (!p->strict && bound) {
            int all = grouped, kept = g->layer->before.group_reals[cell];
            grouped = kept > all - bound ? kept : all - bound;
            grouped = grouped < reals ? grouped : reals;
            grouped = grouped < all ? grouped : all;
            grouped_bound = all - grouped;
        }
        groups |= (uint64_t)(grouped | grouped_bound << BOUND_SHIFT) << SHARE_BITS * colour;
        int runs = (reals - grouped) | (bound - grouped_bound) << BOUND_SHIFT | (how >> 2 * HOW_BITS & 15) << JOKERS_SHIFT;
        way->runs |= (uint64_t)runs << SHARE_BITS * colour;
    }
    if (groups) way->groups = lay_groups(&g->layer->laying, number, groups);
}

/* Finds out what is laid along a way: after the highest number only jokers in runs. */
static void lay_along(Group *g, int layer, Way *way) {
    way->laid = 1;
    if (layer < g->p->numbers_count)
        share_number(g, layer, g->ways->endings[layer].letters[way->letters], way);
    else
        for (int lane = 0; lane < g->p->lanes; lane++)
            way->runs |= (way->how >> (HOW_LANE_BITS * lane + 2 * HOW_BITS) & 15) << (SHARE_BITS * lane + JOKERS_SHIFT);
}

/* Lays the runs of lanes in which something changed. */
static void lay_lanes(Group *g) {
    const Problem *p = g->p;
    uint64_t shares[MOST_LAYERS], mask = p->mixed ? ~(uint64_t)0 : SHARE;
    for (int lane = 0; lane < p->lanes; lane++) {
        if (!(g->changed >> SHARE_BITS * lane & mask)) continue;
        for (int layer = 0; layer < g->ways->layers; layer++) shares[layer] = g->shares[layer] >> SHARE_BITS * lane & mask;
        g->runs[lane] = lay_runs(&g->layer->laying, lane, shares);
    }
    g->changed = 0;
}

/* Lays jokers that are left over at the ends of runs. */
static void add_jokers(Layer *layer, size_t first, int jokers) {
    Laying *laying = &layer->laying;
    uint64_t *stays = laying->stays.items;
    laying->melds.count = laying->kept.count = 0;
    for (size_t at = first; at < layer->numbers.count; at++)
        *(Meld *)push(&laying->melds, sizeof(Meld)) = ((Meld *)laying->all.items)[((uint16_t *)layer->numbers.items)[at]];
    for (size_t at = 0; at < laying->old.count; at++)
        if (stays[at / WORD] >> at % WORD & 1) tell(&laying->kept, at);
    while (jokers--) take_in_joker(laying, laying->old.items);
    memset(stays, 0, (laying->old.count / WORD + 1) * sizeof *stays);
    for (size_t at = 0; at < laying->kept.count; at++) {
        size_t place = ((uint16_t *)laying->kept.items)[at];
        stays[place / WORD] |= (uint64_t)1 << place % WORD;
    }
    layer->numbers.count = first;
    for (size_t at = 0; at < laying->melds.count; at++) tell(&layer->numbers, find_meld(laying, (Meld *)laying->melds.items + at));
}

static void add_part(Laying *laying, int32_t place, Vector *numbers) {
    Part part = ((Part *)laying->parts.items)[place];
    const uint16_t *places = laying->places.items, *kept = places + part.kept.first;
    uint64_t *stays = laying->stays.items;
    for (int32_t at = 0; at < part.kept.count; at++) stays[kept[at] / WORD] |= (uint64_t)1 << kept[at] % WORD;
    for (int32_t at = 0; at < part.melds.count; at++) tell(numbers, places[part.melds.first + at]);
}

/* Puts the parts of a word's table together: how many new melds there are, these, and then how many stay, and these. */
static void put_together(Group *g, int word, int jokers_left) {
    Layer *layer = g->layer;
    Laying *laying = &layer->laying;
    size_t head = layer->numbers.count;
    uint64_t *stays = laying->stays.items;
    lay_lanes(g);
    ((int32_t *)layer->tables.items)[g->chosen[word]] = (int32_t)head;
    memset(stays, 0, (laying->old.count / WORD + 1) * sizeof *stays);
    tell(&layer->numbers, 0);
    for (int number = 0; number < g->p->numbers_count; number++)
        if (g->groups[number] >= 0) add_part(laying, g->groups[number], &layer->numbers);
    for (int lane = 0; lane < g->p->lanes; lane++) add_part(laying, g->runs[lane], &layer->numbers);
    if (jokers_left) add_jokers(layer, head + 1, jokers_left);
    ((uint16_t *)layer->numbers.items)[head] = (uint16_t)(layer->numbers.count - head - 1);
    size_t kept = layer->numbers.count;
    tell(&layer->numbers, 0);
    for (size_t first = 0; first < laying->old.count; first += WORD)
        for (uint64_t left = stays[first / WORD]; left; left &= left - 1) tell(&layer->numbers, first + (size_t)__builtin_ctzll(left));
    ((uint16_t *)layer->numbers.items)[kept] = (uint16_t)(layer->numbers.count - kept - 1);
}

/* Goes a word's way, and lays what it does not have in common with the word before. */
static void lay_word(Group *g, int word, int32_t stop) {
    const Ways *w = g->ways;
    int left = 0;
    for (int layer = 0; layer < w->layers; layer++) {
        int32_t at = ((Stop *)w->stops.items)[stop].ways[w->endings[layer].of_words[word]];
        Way *way = (Way *)w->ways.items + at;
        stop = way->stop;
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
    Ways ways;
    int32_t start = 0;
    uint8_t laid[256] = {0}; /* by jokers */
    ways_open(&ways, a, g->case_index, steps, &g->layer->before);
    find_endings(&ways, g->words, g->count);
    if (with_oracle && !ways.stopped) ask_an_oracle(&ways, g->words, g->count);
    g->ways = &ways;
    memset(g->way, -1, sizeof g->way);
    memset(g->shares, 0, sizeof g->shares);
    g->changed = ~(uint64_t)0;
    for (int first = 0; first < g->count && start >= 0; first++) {
        int jokers = jokers_of_word(g, first);
        if (laid[jokers]) continue;
        laid[jokers] = 1;
        start = ask_words(g, first);
        for (int word = first; word < g->count && start >= 0; word++)
            if (jokers_of_word(g, word) == jokers) lay_word(g, word, start);
    }
    Laid how = start >= 0 ? LAID : ways.stopped ? STOPPED : IMPOSSIBLE;
    ways_close(&ways);
    return how;
}

/* --- telling -------------------------------------------------------------------------------------------------------- */

/* The place a new meld is told at: in the order in which they first come up. */
static size_t place_to_tell(Layer *layer, uint16_t meld) {
    int32_t *place = (int32_t *)layer->places_told.items + meld;
    if (*place < 0) {
        const Meld *tiles = (Meld *)layer->laying.all.items + meld;
        *place = (int32_t)layer->sizes.count;
        *(uint8_t *)push(&layer->sizes, 1) = tiles->size;
        reserve(&layer->tiles, 1, layer->tiles.count + tiles->size);
        memcpy((uint8_t *)layer->tiles.items + layer->tiles.count, tiles->tiles, tiles->size);
        layer->tiles.count += tiles->size;
    }
    return (size_t)*place;
}

/* Tells the tables of all words in their order: the places of old melds that stay, then those of new ones, counted on. */
static void tell_tables(Layer *layer, int32_t count) {
    size_t melds = layer->laying.all.count;
    reserve(&layer->places_told, sizeof(int32_t), melds + 1);
    memset(layer->places_told.items, -1, melds * sizeof(int32_t));
    layer->told.count = layer->ends.count = layer->sizes.count = layer->tiles.count = 0;
    for (int32_t word = 0; word < count; word++) {
        const uint16_t *made = (uint16_t *)layer->numbers.items + ((int32_t *)layer->tables.items)[word];
        const uint16_t *kept = made + 1 + made[0];
        for (int at = 1; at <= kept[0]; at++) tell(&layer->told, kept[at]);
        for (int at = 1; at <= made[0]; at++) tell(&layer->told, layer->laying.old.count + place_to_tell(layer, made[at]));
        *(int32_t *)push(&layer->ends, sizeof(int32_t)) = (int32_t)layer->told.count;
    }
}

typedef struct {
    const uint8_t *letters, *sizes, *tiles;
    const int32_t *cases;
    int32_t count, melds;
} Page;

/* Reads the melds on the table for a case: what its jokers are bound to says how these are read. */
static void read_table(Layer *layer, const Problem *p, int case_index, const Page *page) {
    Laying *laying = &layer->laying;
    reserve(&laying->old, sizeof(OldMeld), (size_t)page->melds + 1);
    reserve(&laying->stays, sizeof(uint64_t), (size_t)page->melds / WORD + 1);
    laying->old.count = (size_t)page->melds;
    read_old_melds(p, p->roles + (size_t)case_index * p->faces, page->sizes, page->tiles, page->melds, laying->old.items);
    see_shares(p, laying->old.items, page->melds, &layer->before);
    laying->parts.count = laying->places.count = laying->group_keys.count = laying->lane_keys.count = 0;
    index_clear(&laying->group_index);
    index_clear(&laying->lane_index);
}

/* Lays words of one case; whether they could be. Where that takes too much, an oracle is asked; and if it still does, first one half of
 * them is laid, then the other. What is laid is the same. */
static int lay_chosen(Kernel *kernel, const Page *page, const int32_t *chosen, int count) {
    const Problem *p = &kernel->problem;
    Group g = {.layer = kernel->layer, .p = p, .case_index = page->cases[chosen[0]], .count = count, .chosen = chosen};
    for (int word = 0; word < count; word++) g.words[word] = page->letters + (size_t)chosen[word] * (p->faces + 1);
    Automaton *a = kernel->automaton || !kernel->laid_with ? automaton_of(kernel) : kernel->laid_with;
    int few = are_words_few(p);
    Laid how = lay_group(&g, a, few && kernel->steps > FIRST_TRY ? FIRST_TRY : kernel->steps, 0);
    if (how == STOPPED && few) how = lay_group(&g, a, a->steps + kernel->steps, 1);
    kernel->spent += a->steps;
    a->steps = 0;
    if (how != STOPPED || count == 1) return how == LAID;
    return lay_chosen(kernel, page, chosen, count / 2) && lay_chosen(kernel, page, chosen + count / 2, count - count / 2);
}

/* Lays all words that have the case of one of them. */
static int lay_with(Kernel *kernel, const Page *page, int32_t first, int32_t *chosen, uint8_t *done) {
    const Problem *p = &kernel->problem;
    int case_index = page->cases[first], count = 0;
    for (int32_t at = first; at < page->count && count < MOST_TOGETHER; at++)
        if (!done[at] && page->cases[at] == case_index) {
            if (!has_letters(p, case_index, page->letters + (size_t)at * (p->faces + 1))) return 0;
            chosen[count++] = at;
            done[at] = 1;
        }
    return lay_chosen(kernel, page, chosen, count);
}

/* Lays plays, `letters` and a case each, on a table of so many melds. Says if all could be laid, and tells where: `told` is
 * the address and the count of places of melds, the address of the tables' ends, and of the new melds the address and the
 * count of sizes and the same of tiles. */
int plays_tables(Kernel *kernel, const uint8_t *letters, const int32_t *cases, int32_t count, const uint8_t *sizes,
              const uint8_t *tiles, int32_t melds, int64_t *told) {
    const Problem *p = &kernel->problem;
    begin_question(kernel);
    if (!kernel->layer) kernel->layer = open_layer(p);
    Layer *layer = kernel->layer;
    Page page = {letters, sizes, tiles, cases, count, melds};
    int32_t *chosen = allot_bytes(((size_t)count + 1) * sizeof(int32_t));
    uint8_t *done = allot((size_t)count + 1, 1);
    const uint8_t *roles = NULL;
    int laid = 1;
    forget_parts(&layer->laying);
    layer->numbers.count = 0;
    reserve(&layer->tables, sizeof(int32_t), (size_t)count + 1);
    for (int32_t at = 0; at < count && laid; at++) {
        if (done[at]) continue;
        const uint8_t *own = p->roles + (size_t)cases[at] * p->faces;
        if (!roles || memcmp(roles, own, (size_t)p->faces)) read_table(layer, p, cases[at], &page);
        roles = own;
        laid = lay_with(kernel, &page, at, chosen, done);
    }
    give_back(chosen);
    give_back(done);
    if (laid) tell_tables(layer, count);
    end_question(kernel);
    if (!laid) return 0;
    told[0] = (int64_t)(intptr_t)layer->told.items;
    told[1] = (int64_t)layer->told.count;
    told[2] = (int64_t)(intptr_t)layer->ends.items;
    told[3] = (int64_t)(intptr_t)layer->sizes.items;
    told[4] = (int64_t)layer->sizes.count;
    told[5] = (int64_t)(intptr_t)layer->tiles.items;
    told[6] = (int64_t)layer->tiles.count;
    return 1;
}
