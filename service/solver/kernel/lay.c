/* Laying plays: see plays/laying.py.
 *
 * Plays of one case are laid together. Each is a word with a bit of its own (see languages.c), so that all that
 * plays have in common is found out once. A word's way through the numbers is then the first step at each, nearest to how
 * the table was, from which the word can be ended. So what is laid for a play depends on nothing else that is laid.
 */
#include <stdlib.h>
#include <string.h>

#include "lay.h"

enum { MOST_TOGETHER = 1024 };

struct Layer {
    Laying laying;
    Shares before;
    Vector letters_of_words; /* by word and layer: which of the layer's letters it has */
    Vector tables;           /* by word, where its table is in `numbers` */
    Vector numbers;          /* the tables: how many melds stay and how many are new, then their places */
    Vector places_told;      /* by new meld, the place it is told at, or -1 */
    Vector told, ends;        /* the tables in order: places of melds, and where each table ends */
    Vector sizes, tiles;      /* of every new meld, in the order in which they are told */
};

typedef struct {
    Layer *layer;
    Languages *l;
    const Problem *p;
    const uint8_t *letters;
    int case_index, words;
    const int32_t *chosen; /* the places of the words */
    Table table;
    int32_t way[MOST_LAYERS], groups[MOST_LAYERS], runs[MOST_LANES]; /* leaps, and parts */
} Group;

static Layer *open_layer(const Problem *problem) {
    Layer *layer = calloc(1, sizeof *layer);
    if (!layer) abort();
    laying_open(&layer->laying, problem);
    return layer;
}

void drop_layer(Layer *layer) {
    if (!layer) return;
    laying_close(&layer->laying);
    Vector *vectors[] = {&layer->letters_of_words, &layer->tables, &layer->numbers, &layer->places_told,
                         &layer->told, &layer->ends, &layer->sizes, &layer->tiles};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) drop(vectors[at]);
    free(layer);
}

static void tell(Vector *numbers, size_t number) { *(uint16_t *)push(numbers, sizeof(uint16_t)) = (uint16_t)number; }

/* --- words ---------------------------------------------------------------------------------------------------------- */

/* Marks a word where it has its letters in a layer. */
static uint16_t mark_word(Group *g, int layer, int word, const uint8_t *letters) {
    Languages *l = g->l;
    int colours = layer < g->p->numbers_count ? g->p->colours : 0;
    Span *span = &l->letters_of[layer];
    Letters *known = (Letters *)l->letters.items + span->first;
    int32_t at = 0;
    while (at < span->count && memcmp(known[at].letters, letters, (size_t)colours)) at++;
    if (at == span->count) {
        Letters *made = push(&l->letters, sizeof(Letters));
        memset(made, 0, sizeof *made);
        memcpy(made->letters, letters, (size_t)colours);
        made->marks = make_room(l, l->width[0]);
        span->count++;
    }
    ((Letters *)l->letters.items)[span->first + at].marks[word / WORD] |= (uint64_t)1 << word % WORD;
    return (uint16_t)at;
}

/* The letters of all words, layer by layer, and sheets to ask about them. */
static void mark_words(Group *g) {
    Languages *l = g->l;
    uint32_t width = (uint32_t)(g->words + WORD - 1) / WORD;
    reserve(&g->layer->letters_of_words, sizeof(uint16_t), (size_t)g->words * MOST_LAYERS);
    uint16_t *letters_of = g->layer->letters_of_words.items;
    uint64_t *full = make_room(l, width);
    for (int word = 0; word < g->words; word++) full[word / WORD] |= (uint64_t)1 << word % WORD;
    for (int layer = 0; layer <= l->layers; layer++) {
        l->width[layer] = width;
        l->full[layer] = full;
        l->asked[layer] = make_room(l, width);
        l->letters_of[layer] = (Span){(int32_t)l->letters.count, 0};
        for (int word = 0; word < g->words && layer < l->layers; word++) {
            const uint8_t *letters = g->letters + (size_t)g->chosen[word] * (g->p->faces + 1) + cell_before(g->p, layer);
            letters_of[word * MOST_LAYERS + layer] = mark_word(g, layer, word, letters);
        }
    }
}

static int jokers_of_word(const Group *g, int word) { return g->letters[(size_t)g->chosen[word] * (g->p->faces + 1) + g->p->faces]; }

/* Whether all words with as many jokers as one of them can be laid, and the state they start from. */
static int ask_words(Group *g, int first, int32_t *root) {
    const Problem *p = g->p;
    Languages *l = g->l;
    State start;
    uint64_t had[MOST_WORDS];
    int jokers = jokers_of_word(g, first), unused = p->hand_jokers[g->case_index] + p->played_jokers[g->case_index] - jokers;
    if (unused < 0 || unused > p->hand_jokers[g->case_index] || !start_of(l->a, g->case_index, &start)) return 0;
    if (needed_jokers(l->a, &start) + unused > left_of(&start)) return 0;
    start.common -= (uint64_t)unused << LEFT_SHIFT;
    memset(had, -1, sizeof had);
    for (int word = first; word < g->words; word++)
        if (jokers_of_word(g, word) == jokers) had[word / WORD] &= ~((uint64_t)1 << word % WORD);
    const uint64_t *found = ask_state(l, 0, &start, had);
    for (uint32_t word = 0; word < l->width[0]; word++)
        if (!found || l->full[0][word] & ~(had[word] | found[word])) return 0;
    *root = find_known(l, 0, &start);
    return 1;
}

/* --- tables --------------------------------------------------------------------------------------------------------- */

/* Shares the tiles of a number out as a leap does; says which lanes changed, each a bit. Where bound jokers count as real, as many
 * real tiles of a face go into groups as there were. */
static int share_number(Group *g, int number, const Leap *leap, const Letters *letters) {
    const Problem *p = g->p;
    Table *t = &g->table;
    const Shares *before = &g->layer->before;
    int changed = 0;
    t->group_jokers[number] = (int8_t)(leap->how >> HOW_GROUP_JOKERS & 15);
    for (int colour = 0; colour < p->colours; colour++) {
        int cell = number * p->colours + colour, lane = p->mixed ? 0 : colour, how = (int)(leap->how >> HOW_LANE_BITS * colour);
        size_t row = (size_t)g->case_index * p->faces + cell;
        int bound = p->roles[row], reals = p->must[row] - (p->strict ? 0 : bound) + letters->letters[colour] - p->played[row];
        int grouped = how & 15, grouped_bound = how >> HOW_BITS & 15;
        if (!p->strict && bound) {
            int all = grouped, kept = before->group_reals[cell];
            grouped = kept > all - bound ? kept : all - bound;
            grouped = grouped < reals ? grouped : reals;
            grouped = grouped < all ? grouped : all;
            grouped_bound = all - grouped;
        }
        if (!p->mixed || !colour) {
            int8_t jokers = (int8_t)(how >> 2 * HOW_BITS & 15);
            changed |= (t->run_jokers[lane][number] != jokers) << lane;
            t->run_jokers[lane][number] = jokers;
        }
        changed |= (t->run_reals[cell] != reals - grouped || t->run_bound[cell] != bound - grouped_bound) << lane;
        t->group_reals[cell] = (int8_t)grouped;
        t->group_bound[cell] = (int8_t)grouped_bound;
        t->run_reals[cell] = (int8_t)(reals - grouped);
        t->run_bound[cell] = (int8_t)(bound - grouped_bound);
    }
    return changed;
}

/* The jokers in runs after the highest number. */
static int share_aces(Group *g, const Leap *leap) {
    int changed = 0;
    for (int lane = 0; lane < g->p->lanes; lane++) {
        int8_t jokers = (int8_t)(leap->how >> (HOW_LANE_BITS * lane + 2 * HOW_BITS) & 15);
        changed |= (g->table.run_jokers[lane][g->p->numbers_count] != jokers) << lane;
        g->table.run_jokers[lane][g->p->numbers_count] = jokers;
    }
    return changed;
}

static const uint16_t *letters_of(const Group *g, int word) {
    return (uint16_t *)g->layer->letters_of_words.items + word * MOST_LAYERS;
}

/* The first leap of a state from which a word can be ended. */
static int32_t find_leap(const Group *g, int layer, int32_t place, int letters, int word) {
    const Languages *l = g->l;
    Span span = ((Span *)l->leap_spans.items)[((Known *)l->known.items)[place].leaps + letters];
    for (int32_t at = span.first;; at++) {
        const Leap *leap = (Leap *)l->leaps.items + at;
        if (layer + 1 == l->layers) {
            if (is_end(l, &leap->state)) return at;
        } else if (leap->known >= 0 && ((Known *)l->known.items)[leap->known].language[word / WORD] >> word % WORD & 1) {
            return at;
        }
    }
}

/* Goes a word's way, and lays what it does not have in common with the word before. Says how many jokers are left over. */
static int lay_word(Group *g, int word, int32_t place) {
    Languages *l = g->l;
    const uint16_t *letters = letters_of(g, word);
    int changed = 0, left = 0;
    for (int layer = 0; layer < l->layers; layer++) {
        int32_t at = find_leap(g, layer, place, letters[layer], word);
        Leap *leap = (Leap *)l->leaps.items + at;
        place = leap->known;
        left = left_of(&leap->state);
        if (g->way[layer] == at) continue;
        g->way[layer] = at;
        if (layer == g->p->numbers_count) {
            changed |= share_aces(g, leap);
            continue;
        }
        changed |= share_number(g, layer, leap, letters_at(l, layer, letters[layer]));
        if (leap->groups < 0) leap->groups = lay_groups(&g->table, layer);
        g->groups[layer] = leap->groups;
    }
    for (int lane = 0; lane < g->p->lanes; lane++)
        if (changed >> lane & 1 || g->runs[lane] < 0) g->runs[lane] = lay_runs(&g->table, lane);
    return left;
}

static void add_part(Laying *laying, int32_t place, Vector *numbers) {
    Part part = ((Part *)laying->parts.items)[place];
    const uint16_t *places = laying->places.items;
    for (int32_t at = 0; at < part.kept.count; at++) ((uint8_t *)laying->stays.items)[places[part.kept.first + at]] = 1;
    for (int32_t at = 0; at < part.melds.count; at++) tell(numbers, places[part.melds.first + at]);
}

/* Lays jokers that are left over at the ends of runs. */
static void add_jokers(Layer *layer, size_t first, int jokers) {
    Laying *laying = &layer->laying;
    laying->melds.count = laying->kept.count = 0;
    for (size_t at = first; at < layer->numbers.count; at++)
        *(Meld *)push(&laying->melds, sizeof(Meld)) = ((Meld *)laying->all.items)[((uint16_t *)layer->numbers.items)[at]];
    for (size_t at = 0; at < laying->old.count; at++)
        if (((uint8_t *)laying->stays.items)[at]) tell(&laying->kept, at);
    while (jokers--) take_in_joker(laying, laying->old.items);
    memset(laying->stays.items, 0, laying->old.count);
    for (size_t at = 0; at < laying->kept.count; at++) ((uint8_t *)laying->stays.items)[((uint16_t *)laying->kept.items)[at]] = 1;
    layer->numbers.count = first;
    for (size_t at = 0; at < laying->melds.count; at++) tell(&layer->numbers, find_meld(laying, (Meld *)laying->melds.items + at));
}

/* Puts the parts of a word's table together: how many new melds there are, these, and then how many stay, and these. */
static void put_together(Group *g, int word, int jokers_left) {
    Layer *layer = g->layer;
    Laying *laying = &layer->laying;
    size_t head = layer->numbers.count;
    ((int32_t *)layer->tables.items)[g->chosen[word]] = (int32_t)head;
    memset(laying->stays.items, 0, laying->old.count);
    tell(&layer->numbers, 0);
    for (int number = 0; number < g->p->numbers_count; number++) add_part(laying, g->groups[number], &layer->numbers);
    for (int lane = 0; lane < g->p->lanes; lane++) add_part(laying, g->runs[lane], &layer->numbers);
    if (jokers_left) add_jokers(layer, head + 1, jokers_left);
    ((uint16_t *)layer->numbers.items)[head] = (uint16_t)(layer->numbers.count - head - 1);
    size_t kept = layer->numbers.count;
    tell(&layer->numbers, 0);
    for (size_t at = 0; at < laying->old.count; at++)
        if (((uint8_t *)laying->stays.items)[at]) tell(&layer->numbers, at);
    ((uint16_t *)layer->numbers.items)[kept] = (uint16_t)(layer->numbers.count - kept - 1);
}

/* Lays words of one case; whether they could be. */
static int lay_group(Group *g, Automaton *a, int64_t steps) {
    Languages l;
    int32_t roots[256]; /* by jokers */
    int whole = 1;
    languages_open(&l, a, steps);
    l.before = &g->layer->before;
    g->l = &l;
    mark_words(g);
    open_outlooks(&l);
    memset(roots, -1, sizeof roots);
    memset(&g->table, 0, sizeof g->table);
    memset(g->way, -1, sizeof g->way);
    memset(g->runs, -1, sizeof g->runs);
    g->table.laying = &g->layer->laying;
    g->table.p = g->p;
    for (int word = 0; word < g->words && whole; word++) {
        int32_t *root = &roots[jokers_of_word(g, word)];
        whole = *root >= 0 || ask_words(g, word, root);
        if (whole) put_together(g, word, lay_word(g, word, *root));
    }
    languages_close(&l);
    return whole;
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
    reserve(&laying->stays, 1, (size_t)page->melds + 1);
    laying->old.count = (size_t)page->melds;
    read_old_melds(p, p->roles + (size_t)case_index * p->faces, page->sizes, page->tiles, page->melds, laying->old.items);
    see_shares(p, laying->old.items, page->melds, &layer->before);
    laying->parts.count = laying->places.count = laying->group_keys.count = laying->lane_keys.count = 0;
    index_clear(&laying->group_index);
    index_clear(&laying->lane_index);
}

/* Lays all words that have the case of one of them. */
static int lay_with(Kernel *kernel, const Page *page, int32_t first, int32_t *chosen, uint8_t *done) {
    const Problem *p = &kernel->problem;
    Group g = {.layer = kernel->layer, .p = p, .letters = page->letters, .case_index = page->cases[first], .chosen = chosen};
    for (int32_t at = first; at < page->count && g.words < MOST_TOGETHER; at++)
        if (!done[at] && page->cases[at] == g.case_index) {
            chosen[g.words++] = at;
            done[at] = 1;
        }
    Automaton *a = kernel->automaton || !kernel->laid_with ? automaton_of(kernel) : kernel->laid_with;
    int laid = lay_group(&g, a, kernel->steps);
    kernel->spent += a->steps;
    a->steps = 0;
    return laid;
}

/* Lays plays, `letters` and a case each, on a table of so many melds. Says if all could be laid, and tells where: `told` is
 * the address and the count of places of melds, the address of the tables' ends, and of the new melds the address and the
 * count of sizes and the same of tiles. */
int plays_tables(Kernel *kernel, const uint8_t *letters, const int32_t *cases, int32_t count, const uint8_t *sizes,
              const uint8_t *tiles, int32_t melds, int64_t *told) {
    const Problem *p = &kernel->problem;
    if (!kernel->layer) kernel->layer = open_layer(p);
    Layer *layer = kernel->layer;
    Page page = {letters, sizes, tiles, cases, count, melds};
    int32_t *chosen = malloc(((size_t)count + 1) * sizeof(int32_t));
    uint8_t *done = calloc((size_t)count + 1, 1);
    if (!chosen || !done) abort();
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
    free(chosen);
    free(done);
    if (!laid) return 0;
    tell_tables(layer, count);
    told[0] = (int64_t)(intptr_t)layer->told.items;
    told[1] = (int64_t)layer->told.count;
    told[2] = (int64_t)(intptr_t)layer->ends.items;
    told[3] = (int64_t)(intptr_t)layer->sizes.items;
    told[4] = (int64_t)layer->sizes.count;
    told[5] = (int64_t)(intptr_t)layer->tiles.items;
    told[6] = (int64_t)layer->tiles.count;
    return 1;
}
