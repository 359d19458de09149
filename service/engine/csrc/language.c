/* Which words lead from a state to an end, each one a bit.
 *
 * The language of a state is the set of all words that lead from it to an end. Such a set is bits in a row: either all words there
 * could be, where a hand is not too large, number by number. The language of a state before a number is, letters by letters, the union of the languages after it. A
 * state is asked only about words that are still in question, and it asks on only about those that may follow lane by lane, as if
 * every group came about. So late in a game, when nearly every word is a play, most are found at once; and those that are
 * none fail soon.
 *
 * Jokers are no letters here: so many of the hand are played, and for each number of them there is a language.
 */
#include <string.h>

#include "language.h"

static const uint64_t NOTHING[1];

/* Room for so many bits in 64s, all clear; NULL, and a stop, if there is none left. */
uint64_t *allocate_limbs(LanguageSearch *l, size_t words) {
    if (l->used + words > l->room) {
        size_t room = l->room ? 2 * l->room : FIRST_CHUNK;
        if (room > LARGEST_CHUNK) room = LARGEST_CHUNK;
        if (room < words) room = words;
        if (l->chunks_count == MAX_CHUNKS || l->taken + room > MAX_ROOM || arena_is_full()) {
            l->exhausted = 1;
            return NULL;
        }
        l->chunks[l->chunks_count++] = allocate(room * sizeof(uint64_t));
        l->taken += room;
        l->room = room;
        l->used = 0;
    }
    l->used += words;
    return memset(l->chunks[l->chunks_count - 1] + l->used - words, 0, words * sizeof(uint64_t));
}

static uint64_t lowest_bits(uint32_t bits) { return bits == LIMB_BITS ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1; }

/* The words of a language that have some letters, as words of the next layer. */
static inline void take(const LanguageSearch *l, int layer, const Letters *letters, const uint64_t *language, uint64_t *next) {
    uint32_t words = l->width[layer + 1];
    if (words == 1)
        next[0] = language[letters->limb] >> letters->shift & lowest_bits(l->layouts[cell_before(l->problem, layer + 1)].bits);
    else
        memcpy(next, language + letters->limb, words * sizeof(uint64_t));
}

/* --- languages --------------------------------------------------------------------------------------------------- */

static uint32_t hash_explored(int layer, const State *state) { return hash_state(state) + (uint32_t)layer * 0x9E3779B1u; }

/* The place of a state that was looked into, or -1. */
static int32_t find_explored(const LanguageSearch *l, int layer, const State *state) {
    uint32_t hash = hash_explored(layer, state), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&l->explored_index, hash, &slot)) != UINT32_MAX) {
        const ExploredState *known = (ExploredState *)l->known.items + place;
        if (known->layer == layer && same_state(&known->state, state)) return (int32_t)place;
    }
    return -1;
}

/* A language that words can be added to; NULL, and a stop, if there is no room for it. */
uint64_t *own_language(LanguageSearch *l, int layer, PartialLanguage *partial) {
    if (partial->language == l->none) partial->language = allocate_limbs(l, l->width[layer]);
    return partial->language;
}

static int is_any(const uint64_t *language, uint32_t words) {
    uint64_t any = 0;
    for (uint32_t word = 0; word < words; word++) any |= language[word];
    return any != 0;
}

/* Keeps a state with what others answered for it. */
static int32_t add_explored(LanguageSearch *l, int layer, const State *state, const PartialLanguage *temporary) {
    uint32_t words = l->width[layer];
    PartialLanguage kept = *temporary;
    kept.language = is_any(temporary->language, words) ? allocate_limbs(l, words) : l->none;
    kept.decided = allocate_limbs(l, words);
    if (l->exhausted || l->known.count == MAX_EXPLORED) {
        l->exhausted = 1;
        return -1;
    }
    if (kept.language != l->none) memcpy(kept.language, temporary->language, words * sizeof(uint64_t));
    memcpy(kept.decided, temporary->decided, words * sizeof(uint64_t));
    index_add(&l->explored_index, hash_explored(layer, state), (uint32_t)l->known.count);
    *(ExploredState *)vector_push(&l->known, sizeof(ExploredState)) = (ExploredState){*state, kept, layer, 0, 0};
    return (int32_t)l->known.count - 1;
}

/* Answers that are not kept: none yet. */
static PartialLanguage *temporary_language(LanguageSearch *l, int layer) {
    PartialLanguage *partial = &l->temporary[layer];
    memset(partial->language, 0, l->width[layer] * sizeof(uint64_t));
    memset(partial->decided, 0, l->width[layer] * sizeof(uint64_t));
    partial->accepting_checked = partial->rejecting_checked = 0;
    return partial;
}

static inline PartialLanguage *partial_of(const LanguageSearch *l, int32_t place) {
    return &((ExploredState *)l->known.items)[place].partial;
}

/* Of the words in question those of a leap that the language does not have yet, but may have: onto the next layer's sheet. */
static int query_next(LanguageSearch *l, int layer, const Letters *letters, const uint64_t *language, const Transition *step) {
    uint32_t words = l->width[layer + 1];
    const State *state = &step->state;
    if (words == 1) {
        uint64_t next, had;
        take(l, layer, letters, l->queried[layer], &next);
        take(l, layer, letters, language, &had);
        return (l->queried[layer + 1][0] = next & ~had & step->open) != 0;
    }
    const uint64_t *run_colours[MAX_RUN_COLOURS];
    uint64_t *buffer = l->queried[layer + 1], *had = l->had, any = 0;
    int need = needed_units(l->a, state);
    for (int run_colour = 0; run_colour < MAX_RUN_COLOURS; run_colour++)
        run_colours[run_colour] = run_colour < l->problem->run_colours ? colour_suffixes_of(l, layer + 1, state, run_colour, need)
                                                                       : l->full[layer + 1];
    take(l, layer, letters, l->queried[layer], buffer);
    take(l, layer, letters, language, had);
    for (uint32_t word = 0; word < words; word++)
        any |= buffer[word] &= ~had[word] & run_colours[0][word] & run_colours[1][word] & run_colours[2][word] &
                               run_colours[3][word];
    l->a->steps += words / LIMBS_PER_STEP;
    return any != 0;
}

/* Words are likely where jokers are to spare, then where long runs are open that take in what comes. */
static uint32_t priority_of(const Automaton *a, const State *state) {
    uint32_t spare = (uint32_t)(UNITS * jokers_left(state) - needed_units(a, state)), longs = 0;
    for (int run_colour = 0; run_colour < a->problem->run_colours; run_colour++)
        longs += NODE(a, state->node[run_colour]).profile >> LONG_SHIFT & COUNT_MASK;
    return spare << RANK_BITS | longs;
}

typedef struct {
    Enumeration e;
    LanguageSearch *l;
    uint64_t open; /* the words in question of the next layer, if these are no more than 64, or all */
    size_t first;  /* of the leaps with these letters */
} Leaping;

static int prepare(Enumeration *e, Choice *choice) {
    const Leaping *g = (Leaping *)e;
    choice->outlook = ~(uint64_t)0;
    if (g->l->width[e->layer + 1] == 1)
        choice->outlook = find_colour_suffixes(g->l, e->layer + 1, choice->target, choice->spare)[0];
    return (g->open & choice->outlook) != 0;
}

static int narrow(Enumeration *e, int run_colour, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    (void)e, (void)run_colour;
    return (narrower[0] = open[0] & choice->outlook) != 0;
}

/* Only what no other leap with these letters outdoes is worth a look. */
static void accept(Enumeration *e, const State *state, uint64_t split_code, const uint64_t *open) {
    (void)split_code;
    const Leaping *g = (Leaping *)e;
    Vector *transitions = &g->l->transitions;
    Signature signature = signature_of(g->l, state);
    Transition *add_transitions = (Transition *)transitions->items + g->first,
               *end = (Transition *)transitions->items + transitions->count, *kept = add_transitions;
    for (; add_transitions < end && !signature_dominates(&add_transitions->signature, &signature); add_transitions++) {
    }
    if (add_transitions < end) return;
    for (add_transitions = kept; add_transitions < end; add_transitions++)
        if (!signature_dominates(&signature, &add_transitions->signature)) {
            if (kept != add_transitions) *kept = *add_transitions;
            kept++;
        }
    transitions->count = (size_t)(kept - (Transition *)transitions->items);
    *(Transition *)vector_push(transitions, sizeof(Transition)) = (Transition){*state, open[0], priority_of(e->a, state),
                                                                               signature};
}

/* Adds every leap of a state over a layer with some letters that may lead on to words in question, those of the next layer. */
void add_transitions(LanguageSearch *l, int layer, const State *state, int32_t place, const uint64_t *open) {
    Leaping g;
    g.e.a = l->a;
    g.e.before = NULL;
    g.e.prepare = prepare;
    g.e.narrow = narrow;
    g.e.accept = accept;
    g.l = l;
    g.open = l->width[layer + 1] == 1 ? open[0] : ~(uint64_t)0;
    g.first = l->transitions.count;
    enumerate_transitions(&g.e, layer, state, letters_at(l, layer, place)->letters, &g.open);
}

static void order_transitions(LanguageSearch *l, size_t first) {
    Transition *transitions = l->transitions.items;
    for (size_t at = first + 1; at < l->transitions.count; at++) {
        Transition one = transitions[at];
        size_t to = at;
        for (; to > first && one.priority > transitions[to - 1].priority; to--) transitions[to] = transitions[to - 1];
        transitions[to] = one;
    }
}

/* Adds the leaps of a state with some letters that may lead to words in question, likely ones first. */
static void find_transitions(LanguageSearch *l, int layer, const ExploredState *known, int32_t at) {
    const Letters *letters = letters_at(l, layer, at);
    size_t first = l->transitions.count;
    uint64_t *open = l->open, *had = l->had, any = 0;
    take(l, layer, letters, l->queried[layer], open);
    take(l, layer, letters, known->partial.language, had);
    for (uint32_t word = 0; word < l->width[layer + 1]; word++) any |= open[word] &= ~had[word];
    if (!any) return;
    add_transitions(l, layer, &known->state, at, open);
    order_transitions(l, first);
}

/* Asks what some letters lead to. */
static void query_letters(LanguageSearch *l, int layer, int32_t place, int32_t at) {
    size_t first = l->transitions.count;
    find_transitions(l, layer, (ExploredState *)l->known.items + place, at);
    const Letters *letters = letters_at(l, layer, at);
    for (size_t step = first, end = l->transitions.count; step < end && !l->exhausted; step++) {
        if (!query_next(l, layer, letters, partial_of(l, place)->language, (Transition *)l->transitions.items + step)) continue;
        Transition add_transitions = ((Transition *)l->transitions.items)[step];
        const uint64_t *found = find_language(l, layer + 1, &add_transitions.state, &add_transitions.signature);
        if (!found) return;
        if (!is_any(found, l->width[layer + 1])) continue;
        uint64_t *language = own_language(l, layer, partial_of(l, place));
        if (language) unite(l, layer, letters, found, language);
    }
    l->transitions.count = first;
}

/* A state's language, as far as it is asked about on the sheet of its layer; good until the next question about the layer. */
const uint64_t *find_language(LanguageSearch *l, int layer, const State *state, const Signature *signature) {
    if (layer == l->layers) return is_end(l->a, state) ? l->full[layer] : NOTHING;
    int32_t place = find_explored(l, layer, state);
    PartialLanguage *partial = place < 0 ? temporary_language(l, layer) : partial_of(l, place);
    uint32_t words = l->width[layer];
    uint64_t *queried = l->queried[layer], any = 0;
    for (uint32_t word = 0; word < words; word++) any |= queried[word] &= ~partial->decided[word];
    if (!any || !apply_cache(l, layer, signature, partial)) return partial->language;
    if (place < 0) place = add_explored(l, layer, state, partial);
    if (l->exhausted) return NULL;
    if (!query_dominating_state(l, layer, place)) return l->exhausted ? NULL : partial_of(l, place)->language;
    for (int32_t at = 0; at < l->letters_of[layer].count && !l->exhausted; at++) query_letters(l, layer, place, at);
    if (l->a->steps > l->steps) l->exhausted = 1;
    if (l->exhausted) return NULL;
    partial = partial_of(l, place);
    for (uint32_t word = 0; word < words; word++) partial->decided[word] |= queried[word] | partial->language[word];
    cache_state(l, layer, place);
    return partial->language;
}

/* The language of a state, but for words that are had already; NULL past the bound on work. */
const uint64_t *query_state(LanguageSearch *l, int layer, const State *state, const uint64_t *had) {
    for (uint32_t word = 0; word < l->width[layer]; word++) l->queried[layer][word] = l->full[layer][word] & ~had[word];
    Signature signature = signature_of(l, state);
    return find_language(l, layer, state, &signature);
}

/* --- how words are laid out ------------------------------------------------------------------------------------- */

/* How many letters a cell may have. */
static int count_letters(const Problem *p, int cell) {
    int letters = 1;
    for (int scenario = 0; scenario < p->scenarios && cell < p->faces; scenario++) {
        size_t at = (size_t)scenario * p->faces + cell;
        if (letters < 1 + p->optional[at] + p->played[at]) letters = 1 + p->optional[at] + p->played[at];
    }
    return letters;
}

/* Lays out the languages of all words, or of those between some lowest and highest letters. */
void layout_words(const Problem *p, const LetterBounds *bounds, Layout *layouts) {
    layouts[p->cells] = (Layout){1, 1, 1, 1};
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        const Layout *after = &layouts[cell + 1];
        int letters = bounds && cell < p->faces ? 1 + bounds->high[cell] - bounds->low[cell] : count_letters(p, cell);
        int narrow = after->limbs == 1 && letters * after->bits <= LIMB_BITS;
        uint32_t words = narrow ? 1 : (uint32_t)letters * after->limbs;
        if (words > MAX_LIMBS) words = MAX_LIMBS + 1; /* too many, however many */
        layouts[cell] = (Layout){letters, narrow, narrow ? (uint32_t)letters * after->bits : LIMB_BITS, words};
    }
}

/* Every choice of letters in a layer, and the blocks of words that begin with them. */
static void add_letters(LanguageSearch *l, int layer, Block block, Letters letters, int colour) {
    const Problem *p = l->problem;
    if (colour == p->colours || layer == p->numbers_count) {
        letters.limb = (uint32_t)block.limb;
        letters.shift = block.shift;
        *(Letters *)vector_push(&l->letters, sizeof(Letters)) = letters;
        l->letters_of[layer].count++;
        return;
    }
    for (int letter = 0; letter < l->layouts[block.cell].letters; letter++) {
        letters.letters[colour] = (uint8_t)(l->low[block.cell] + letter);
        add_letters(l, layer, block_after(l, block, letter), letters, colour + 1);
    }
}

/* Room for what is asked about a layer, and for all words there could be. */
static void open_layer(LanguageSearch *l, int layer) {
    uint32_t words = l->width[layer];
    uint64_t *full = allocate_limbs(l, words);
    l->queried[layer] = allocate_limbs(l, words);
    l->kept[layer] = allocate_limbs(l, words);
    l->temporary[layer].language = allocate_limbs(l, words);
    l->temporary[layer].decided = allocate_limbs(l, words);
    if (layer == l->layers)
        full[0] = 1;
    else
        add_letters(l, layer, (Block){.cell = cell_before(l->problem, layer)}, (Letters){{0}, 0, 0}, 0);
    for (int32_t at = 0; at < l->letters_of[layer].count; at++) unite(l, layer, letters_at(l, layer, at), l->full[layer + 1], full);
    l->full[layer] = full;
}

/* To how many tiles the letters from a cell on come at most. */
void find_max_tiles(LanguageSearch *l) {
    for (int cell = l->problem->cells - 1; cell >= 0; cell--)
        l->max_tiles[cell] = l->max_tiles[cell + 1] + l->layouts[cell].letters - 1;
}

static void open_buffers(LanguageSearch *l) {
    const Problem *p = l->problem;
    uint32_t widest = 0;
    find_max_tiles(l);
    for (int layer = l->layers; layer >= 0; layer--) {
        l->width[layer] = l->layouts[cell_before(p, layer)].limbs;
        l->letters_of[layer] = (Span){(int32_t)l->letters.count, 0};
        if (layer < l->partition_layer)
            add_letters(l, layer, (Block){.cell = cell_before(l->problem, layer)}, (Letters){{0}, 0, 0}, 0);
        if (layer < l->partition_layer || l->width[layer] > l->widest) continue;
        if (widest < l->width[layer]) widest = l->width[layer];
        open_layer(l, layer);
    }
    l->open = allocate_limbs(l, widest);
    l->had = allocate_limbs(l, widest);
    l->part = allocate_limbs(l, widest);
    l->none = allocate_limbs(l, widest);
}

/* Forgets all states. What was found so far helps what is asked next, but nothing depends on it. */
void clear_states(LanguageSearch *l) {
    while (l->chunks_count > l->buffer_chunks) release(l->chunks[--l->chunks_count]);
    l->used = l->room = l->used_by_buffers;
    l->taken = l->taken_by_buffers;
    l->known.count = 0;
    index_clear(&l->explored_index);
    colour_suffixes_clear(l);
    cache_clear(l);
}

/* Forgets states if they take much room. */
void trim_states(LanguageSearch *l) {
    if (l->taken > MAX_ROOM / 2 || l->known.count > MAX_EXPLORED / 2) clear_states(l);
}

/* --- making ------------------------------------------------------------------------------------------------------ */

/* What is needed no more once all is answered. */
static void release_search(LanguageSearch *l) {
    vector_release(&l->known);
    vector_release(&l->transitions);
    for (int jokers = 0; jokers <= MAX_JOKERS; jokers++) {
        release(l->had_with[jokers]);
        l->had_with[jokers] = NULL;
    }
    for (int layer = 0; layer <= l->partition_layer; layer++) vector_release(&l->frontiers[layer]);
    vector_release(&l->known_frontiers);
    vector_release(&l->frontier_states);
    index_release(&l->frontier_index);
    index_release(&l->explored_index);
    colour_suffixes_release(l);
    release_small(l);
    cache_release(l);
    for (int chunk = 0; chunk < l->chunks_count; chunk++) release(l->chunks[chunk]);
    l->chunks_count = 0;
}

/* How many 64s of bits it takes if every word has its bit; 0 if that is too many. */
static uint32_t find_width(const Problem *p) {
    Layout layouts[MAX_CELLS + 1];
    size_t roots = 0;
    layout_words(p, NULL, layouts);
    for (int scenario = 0; scenario < p->scenarios; scenario++) roots += 1 + (size_t)p->hand_jokers[scenario];
    return layouts[0].limbs <= MAX_LIMBS && roots * layouts[0].limbs <= MAX_LANGUAGE_LIMBS ? layouts[0].limbs : 0;
}

int are_words_few(const Problem *p) { return find_width(p) > 0; }

/* Languages of which nothing is known yet, to be asked about in so many steps: with a bit for each word, of all or of those within
 * some bounds, or for their last letters only. */
LanguageSearch *language_search_open(Automaton *a, int listed, int64_t steps, const LetterBounds *bounds) {
    LanguageSearch *l = allocate_zeroed(1, sizeof *l);
    l->problem = a->problem;
    l->a = a;
    l->steps = a->steps + steps;
    l->layers = a->layers;
    index_open(&l->explored_index);
    index_open(&l->frontier_index);
    l->roots = allocate_zeroed((size_t)l->problem->scenarios * MAX_JOKERS + 1, sizeof *l->roots);
    layout_words(l->problem, bounds, l->layouts);
    if (bounds) memcpy(l->low, bounds->low, sizeof l->low);
    l->listed = listed;
    l->widest = listed ? MAX_LIMBS : MAX_LIMBS_AFTER_PREFIX;
    l->partition_layer = listed ? find_partition_layer(l) : 0;
    open_buffers(l);
    l->buffer_chunks = l->chunks_count;
    l->used_by_buffers = l->used;
    l->taken_by_buffers = l->taken;
    colour_suffixes_open(l);
    return l;
}

/* The languages of a problem, and how many words they have: NULL past the bound on work. */
LanguageSearch *count_language(Automaton *a, int64_t steps) {
    int listed = are_words_few(a->problem);
    arena_retry();
    LanguageSearch *l = language_search_open(a, listed, steps, NULL);
    int whole = listed ? find_all_words(l) : count_by_prefixes(l, &l->total);
    if (listed && whole) l->total = count_all_scenarios(l);
    release_search(l);
    if (whole) return l;
    language_search_release(l);
    return NULL;
}

/* Languages of which just the words are known. */
LanguageSearch *copy_words(const LanguageSearch *l) {
    LanguageSearch *copy = allocate_zeroed(1, sizeof *copy);
    size_t roots = (size_t)l->problem->scenarios * MAX_JOKERS, size = l->layouts[0].limbs * sizeof(uint64_t);
    copy->roots = allocate_zeroed(roots + 1, sizeof *copy->roots);
    copy->problem = l->problem;
    copy->listed = l->listed;
    memcpy(copy->layouts, l->layouts, sizeof l->layouts);
    for (size_t root = 0; root < roots; root++) {
        if (!l->roots[root]) continue;
        copy->roots[root] = allocate(size);
        memcpy(copy->roots[root], l->roots[root], size);
    }
    return copy;
}

void language_search_release(LanguageSearch *l) {
    if (!l) return;
    release_search(l);
    vector_release(&l->letters);
    for (int root = 0; root < l->problem->scenarios * MAX_JOKERS; root++) release(l->roots[root]);
    release(l->roots);
    release(l);
}
