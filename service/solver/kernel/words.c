/* All plays: the automaton determinised, its words counted and listed. See _Words in play_fallback.py. */
#include <stdlib.h>
#include <string.h>

#include "plays.h"

typedef struct {
    int32_t first_edge, edges;
    Wide ways; /* how many words go on from here */
} Product;

typedef struct {
    int32_t subset;
    uint16_t worth, used;
} ProductKey;

typedef struct {
    int32_t target;
    int32_t letter;
} Edge;

typedef struct {
    int32_t jokers, case_index, worth;
} End;

struct Words {
    const Problem *problem;
    Vector products; /* layer by layer */
    int32_t *layers; /* where each begins */
    Vector edges;    /* of products; targets count from the start of their layer */
    Vector last_keys;
    Vector ends, end_spans; /* by the last subset */
    int empty;
};

typedef struct {
    Automaton a;
    Words *words;
    Vector states, spans, next_states, next_spans; /* the subsets of this layer and of the next */
    Vector subset_edges, edge_spans;
    Index subset_index, product_index;
    Vector by_letter[LETTERS];
    Vector keys, next_keys;
    int64_t steps;
} Building;

/* --- subsets ------------------------------------------------------------------------------------------------------- */

static int in_order(const void *left, const void *right) {
    const State *one = left, *other = right;
    uint64_t mine = one->common >> CLASS_SHIFT, yours = other->common >> CLASS_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    int quality = (int)(one->common & QUALITY), rival = (int)(other->common & QUALITY);
    if (quality != rival) return quality > rival ? -1 : 1;
    return compare_nodes(one, other);
}

/* Sort the states, and keep those that no other outdoes. */
static void prune(Building *b, Vector *vector) {
    State *states = vector->items;
    size_t kept = 0, first = 0;
    int64_t compared = 0;
    if (vector->count > 1) qsort(states, vector->count, sizeof(State), in_order);
    reserve(&b->a.strengths, sizeof(Strength), vector->count + 1);
    Strength *strengths = b->a.strengths.items, strength;
    State before = {0};
    for (size_t at = 0; at < vector->count; at++) {
        State state = states[at];
        if (at && same_state(&before, &state)) continue;
        before = state;
        if (kept && state.common >> CLASS_SHIFT != states[kept - 1].common >> CLASS_SHIFT) first = kept;
        int outdone = 0;
        weigh(&b->a, &state, &strength);
        for (size_t rival = first; rival < kept && !outdone; rival++) {
            compared++;
            outdone = outdoes(&strengths[rival], &strength);
        }
        if (outdone) continue;
        compared += (int64_t)(kept - first);
        size_t stay = first;
        for (size_t rival = first; rival < kept; rival++)
            if (!outdoes(&strength, &strengths[rival])) {
                strengths[stay] = strengths[rival];
                states[stay++] = states[rival];
            }
        kept = stay;
        strengths[kept] = strength;
        states[kept++] = state;
    }
    vector->count = kept;
    b->a.steps += compared / COMPARISONS_PER_STEP;
}

/* The place of a subset in the next layer. */
static int32_t intern(Building *b, const Vector *subset) {
    const State *states = subset->items;
    uint32_t hash = (uint32_t)subset->count, place;
    for (size_t at = 0; at < subset->count; at++) hash = hash * 0x9E3779B1u ^ hash_state(&states[at]);
    size_t slot = SIZE_MAX;
    while ((place = index_next(&b->subset_index, hash, &slot)) != UINT32_MAX) {
        Span span = ((Span *)b->next_spans.items)[place];
        if (span.count == (int32_t)subset->count &&
            !memcmp((State *)b->next_states.items + span.first, states, subset->count * sizeof(State)))
            return (int32_t)place;
    }
    size_t first = b->next_states.count;
    reserve(&b->next_states, sizeof(State), first + subset->count);
    memcpy((State *)b->next_states.items + first, states, subset->count * sizeof(State));
    b->next_states.count += subset->count;
    place = (uint32_t)b->next_spans.count;
    *(Span *)push(&b->next_spans, sizeof(Span)) = (Span){(int32_t)first, (int32_t)subset->count};
    index_add(&b->subset_index, hash, place);
    return (int32_t)place;
}

/* Read one cell: the edges of all subsets of this layer, and the subsets of the next. */
static int read_cell(Building *b, int cell) {
    b->next_states.count = b->next_spans.count = b->subset_edges.count = b->edge_spans.count = 0;
    index_clear(&b->subset_index);
    for (size_t at = 0; at < b->spans.count; at++) {
        Span span = ((Span *)b->spans.items)[at];
        for (int letter = 0; letter < LETTERS; letter++) b->by_letter[letter].count = 0;
        for (int32_t place = 0; place < span.count; place++) {
            b->a.out.count = 0;
            expand(&b->a, cell, (State *)b->states.items + span.first + place);
            for (size_t to = 0; to < b->a.out.count; to++) {
                const Step *step = (Step *)b->a.out.items + to;
                *(State *)push(&b->by_letter[step->letter], sizeof(State)) = step->state;
            }
            if (b->a.steps > b->steps) return 0;
        }
        Span edges = {(int32_t)b->subset_edges.count, 0};
        for (int letter = LETTERS - 1; letter >= 0; letter--)
            if (b->by_letter[letter].count) {
                prune(b, &b->by_letter[letter]);
                int32_t target = intern(b, &b->by_letter[letter]);
                *(Edge *)push(&b->subset_edges, sizeof(Edge)) = (Edge){target, letter};
                edges.count++;
            }
        *(Span *)push(&b->edge_spans, sizeof(Span)) = edges;
        if (b->next_states.count > MOST_IN_SUBSETS) return 0;
    }
    return 1;
}

/* --- products ------------------------------------------------------------------------------------------------------ */

static int32_t find_product(Building *b, ProductKey key) {
    uint64_t packed = (uint64_t)(uint32_t)key.subset << 32 | (uint32_t)key.worth << 16 | key.used;
    uint32_t hash = hash_words(&packed, 1), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&b->product_index, hash, &slot)) != UINT32_MAX) {
        const ProductKey *known = (ProductKey *)b->next_keys.items + place;
        if (known->subset == key.subset && known->worth == key.worth && known->used == key.used) return (int32_t)place;
    }
    place = (uint32_t)b->next_keys.count;
    *(ProductKey *)push(&b->next_keys, sizeof key) = key;
    index_add(&b->product_index, hash, place);
    return (int32_t)place;
}

static int add_products(Building *b, int cell) {
    const Problem *p = b->a.problem;
    Words *words = b->words;
    int number = cell < p->faces ? p->numbers[cell / p->colours] : 0;
    b->next_keys.count = 0;
    index_clear(&b->product_index);
    for (size_t at = 0; at < b->keys.count; at++) {
        ProductKey key = ((ProductKey *)b->keys.items)[at];
        Span span = ((Span *)b->edge_spans.items)[key.subset];
        Product *product = push(&words->products, sizeof(Product));
        *product = (Product){(int32_t)words->edges.count, 0, 0};
        for (int32_t place = 0; place < span.count; place++) {
            Edge edge = ((Edge *)b->subset_edges.items)[span.first + place];
            int worth = key.worth + edge.letter * number;
            if (p->most && key.used + edge.letter > p->most) continue;
            ProductKey after = {edge.target, (uint16_t)(worth < p->minimum ? worth : p->minimum),
                                (uint16_t)(p->most ? key.used + edge.letter : 0)};
            int32_t target = find_product(b, after);
            *(Edge *)push(&words->edges, sizeof(Edge)) = (Edge){target, edge.letter};
            product->edges++;
        }
    }
    return words->edges.count <= MOST_EDGES;
}

/* The jokers that may be used in the end, most first, each with the first case that lets them. */
static int last_letters(const Words *words, int32_t place, int32_t cases[64]) {
    const Problem *p = words->problem;
    ProductKey key = ((ProductKey *)words->last_keys.items)[place];
    Span span = ((Span *)words->end_spans.items)[key.subset];
    int count = 0;
    for (int jokers = 0; jokers < 64; jokers++) cases[jokers] = -1;
    for (int32_t at = 0; at < span.count; at++) {
        End end = ((End *)words->ends.items)[span.first + at];
        if (key.worth + end.worth < p->minimum || (p->most && key.used + end.jokers > p->most)) continue;
        count += cases[end.jokers] < 0;
        if (cases[end.jokers] < 0 || end.case_index < cases[end.jokers]) cases[end.jokers] = end.case_index;
    }
    return count;
}

static Product *product_at(const Words *words, int cell, int32_t place) {
    return (Product *)words->products.items + words->layers[cell] + place;
}

static void count_ways(Words *words) {
    const Problem *p = words->problem;
    int32_t cases[64];
    for (size_t at = 0; at < words->last_keys.count; at++)
        product_at(words, p->cells, (int32_t)at)->ways = (Wide)last_letters(words, (int32_t)at, cases);
    for (int cell = p->cells - 1; cell >= 0; cell--)
        for (int32_t at = 0; at < words->layers[cell + 1] - words->layers[cell]; at++) {
            Product *product = product_at(words, cell, at);
            for (int32_t edge = 0; edge < product->edges; edge++)
                product->ways += product_at(words, cell + 1, ((Edge *)words->edges.items)[product->first_edge + edge].target)->ways;
        }
}

/* The empty word, if there is one, is the last of all. */
static int has_empty_word(const Words *words) {
    const Problem *p = words->problem;
    int32_t at = 0, cases[64];
    for (int cell = 0; cell < p->cells; cell++) {
        const Product *product = product_at(words, cell, at);
        int32_t next = -1;
        for (int32_t edge = 0; edge < product->edges; edge++) {
            Edge taken = ((Edge *)words->edges.items)[product->first_edge + edge];
            if (!taken.letter && product_at(words, cell + 1, taken.target)->ways) next = taken.target;
        }
        if (next < 0) return 0;
        at = next;
    }
    last_letters(words, at, cases);
    return cases[0] >= 0;
}

/* --- making and asking --------------------------------------------------------------------------------------------- */

static void note_ends(Building *b) {
    const Problem *p = b->a.problem;
    for (size_t at = 0; at < b->spans.count; at++) {
        Span span = ((Span *)b->spans.items)[at];
        Span ends = {(int32_t)b->words->ends.count, 0};
        for (int32_t place = 0; place < span.count; place++) {
            const State *state = (State *)b->states.items + span.first + place;
            int case_index = case_of(state);
            for (int used = fewest_hand_jokers(&b->a, state); used <= most_hand_jokers(&b->a, state); used++, ends.count++)
                *(End *)push(&b->words->ends, sizeof(End)) =
                    (End){p->played_jokers[case_index] + used, case_index, (int32_t)(state->common & 0xFFFF)};
        }
        *(Span *)push(&b->words->end_spans, sizeof(Span)) = ends;
    }
}

static void swap_vectors(Vector *one, Vector *other) {
    Vector swap = *one;
    *one = *other;
    *other = swap;
}

static int build(Building *b) {
    const Problem *p = b->a.problem;
    Words *words = b->words;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        State state;
        if (start_of(&b->a, case_index, &state)) *(State *)push(&b->by_letter[0], sizeof(State)) = state;
    }
    prune(b, &b->by_letter[0]);
    reserve(&b->next_states, sizeof(State), 1);
    intern(b, &b->by_letter[0]);
    find_product(b, (ProductKey){0, 0, 0});
    for (int cell = 0; cell < p->cells; cell++) {
        swap_vectors(&b->states, &b->next_states);
        swap_vectors(&b->spans, &b->next_spans);
        swap_vectors(&b->keys, &b->next_keys);
        words->layers[cell] = (int32_t)words->products.count;
        if (!read_cell(b, cell) || !add_products(b, cell)) return 0;
    }
    swap_vectors(&b->states, &b->next_states);
    swap_vectors(&b->spans, &b->next_spans);
    words->layers[p->cells] = (int32_t)words->products.count;
    note_ends(b);
    swap_vectors(&words->last_keys, &b->next_keys);
    for (size_t at = 0; at < words->last_keys.count; at++)
        *(Product *)push(&words->products, sizeof(Product)) = (Product){0, 0, 0};
    count_ways(words);
    words->empty = has_empty_word(words);
    return 1;
}

Words *find_words(const Problem *problem, int64_t steps) {
    static const int32_t nothing[64];
    Building b;
    memset(&b, 0, sizeof b);
    b.steps = steps;
    b.words = calloc(1, sizeof(Words));
    if (!b.words || !(b.words->layers = calloc((size_t)problem->cells + 2, sizeof(int32_t)))) abort();
    b.words->problem = problem;
    automaton_open(&b.a, problem, nothing, 0, 0);
    index_open(&b.subset_index);
    index_open(&b.product_index);
    int whole = build(&b);
    automaton_close(&b.a);
    Vector *vectors[] = {&b.states, &b.spans, &b.next_states, &b.next_spans, &b.subset_edges, &b.edge_spans, &b.keys, &b.next_keys};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) drop(vectors[at]);
    for (int letter = 0; letter < LETTERS; letter++) drop(&b.by_letter[letter]);
    index_drop(&b.subset_index);
    index_drop(&b.product_index);
    if (whole) return b.words;
    drop_words(b.words);
    return NULL;
}

void drop_words(Words *words) {
    if (!words) return;
    free(words->layers);
    drop(&words->products);
    drop(&words->edges);
    drop(&words->last_keys);
    drop(&words->ends);
    drop(&words->end_spans);
    free(words);
}

Wide count_words(const Words *words) { return product_at(words, 0, 0)->ways - (Wide)words->empty; }

typedef struct {
    const Words *words;
    const uint8_t *after;
    int limit, count;
    uint8_t *letters;
    int32_t *cases;
    uint8_t path[64];
} Listing;

/* The words from a product on; `bounded` as long as the letters so far are those of the word to come after. */
static void walk(Listing *listing, int cell, int32_t at, int bounded, int any) {
    const Words *words = listing->words;
    const Problem *p = words->problem;
    if (cell == p->cells) {
        int32_t cases[64];
        last_letters(words, at, cases);
        int most = bounded ? (int)listing->after[p->faces] - 1 : 63;
        for (int jokers = most < 63 ? most : 63; jokers >= 0 && listing->count < listing->limit; jokers--) {
            if (cases[jokers] < 0 || (!any && !jokers)) continue;
            uint8_t *out = listing->letters + (size_t)listing->count * (p->faces + 1);
            memcpy(out, listing->path, (size_t)p->faces);
            out[p->faces] = (uint8_t)jokers;
            listing->cases[listing->count++] = cases[jokers];
        }
        return;
    }
    const Product *product = product_at(words, cell, at);
    int bound = bounded && cell < p->faces ? listing->after[cell] : -1;
    for (int32_t place = 0; place < product->edges && listing->count < listing->limit; place++) {
        Edge edge = ((Edge *)words->edges.items)[product->first_edge + place];
        if (!product_at(words, cell + 1, edge.target)->ways || (bound >= 0 && edge.letter > bound)) continue;
        if (cell < p->faces) listing->path[cell] = (uint8_t)edge.letter;
        walk(listing, cell + 1, edge.target, bounded && (bound < 0 || edge.letter == bound), any || edge.letter);
    }
}

int list_words(const Words *words, const uint8_t *after, int limit, uint8_t *letters, int32_t *cases) {
    Listing listing = {.words = words, .after = after, .limit = limit, .letters = letters, .cases = cases};
    walk(&listing, 0, 0, after != NULL, 0);
    return listing.count;
}
