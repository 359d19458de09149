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
uint64_t *make_room(Languages *l, size_t words) {
    if (l->used + words > l->room) {
        size_t room = l->room ? 2 * l->room : FIRST_CHUNK;
        if (room > LARGEST_CHUNK) room = LARGEST_CHUNK;
        if (room < words) room = words;
        if (l->chunks_count == MOST_CHUNKS || l->taken + room > MOST_ROOM || is_room_full()) {
            l->stopped = 1;
            return NULL;
        }
        l->chunks[l->chunks_count++] = allot_bytes(room * sizeof(uint64_t));
        l->taken += room;
        l->room = room;
        l->used = 0;
    }
    l->used += words;
    return memset(l->chunks[l->chunks_count - 1] + l->used - words, 0, words * sizeof(uint64_t));
}

static uint64_t lowest_bits(uint32_t bits) { return bits == WORD ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1; }

/* The words of a language that have some letters, as words of the next layer. */
static inline void take(const Languages *l, int layer, const Letters *letters, const uint64_t *language, uint64_t *next) {
    uint32_t words = l->width[layer + 1];
    if (words == 1)
        next[0] = language[letters->word] >> letters->shift & lowest_bits(l->shapes[cell_before(l->problem, layer + 1)].bits);
    else
        memcpy(next, language + letters->word, words * sizeof(uint64_t));
}

/* --- languages --------------------------------------------------------------------------------------------------- */

static uint32_t hash_known(int layer, const State *state) { return hash_state(state) + (uint32_t)layer * 0x9E3779B1u; }

/* The place of a state that was looked into, or -1. */
static int32_t seek_known(const Languages *l, int layer, const State *state) {
    uint32_t hash = hash_known(layer, state), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&l->known_index, hash, &slot)) != UINT32_MAX) {
        const Known *known = (Known *)l->known.items + place;
        if (known->layer == layer && same_state(&known->state, state)) return (int32_t)place;
    }
    return -1;
}

/* A language that words can be added to; NULL, and a stop, if there is no room for it. */
uint64_t *own_language(Languages *l, int layer, Answers *answers) {
    if (answers->language == l->none) answers->language = make_room(l, l->width[layer]);
    return answers->language;
}

static int is_any(const uint64_t *language, uint32_t words) {
    uint64_t any = 0;
    for (uint32_t word = 0; word < words; word++) any |= language[word];
    return any != 0;
}

/* Keeps a state with what others answered for it. */
static int32_t add_known(Languages *l, int layer, const State *state, const Answers *passing) {
    uint32_t words = l->width[layer];
    Answers kept = *passing;
    kept.language = is_any(passing->language, words) ? make_room(l, words) : l->none;
    kept.answered = make_room(l, words);
    if (l->stopped || l->known.count == MOST_KNOWN) {
        l->stopped = 1;
        return -1;
    }
    if (kept.language != l->none) memcpy(kept.language, passing->language, words * sizeof(uint64_t));
    memcpy(kept.answered, passing->answered, words * sizeof(uint64_t));
    index_add(&l->known_index, hash_known(layer, state), (uint32_t)l->known.count);
    *(Known *)push(&l->known, sizeof(Known)) = (Known){*state, kept, layer, 0, 0};
    return (int32_t)l->known.count - 1;
}

/* Answers that are not kept: none yet. */
static Answers *answer_in_passing(Languages *l, int layer) {
    Answers *answers = &l->passing[layer];
    memset(answers->language, 0, l->width[layer] * sizeof(uint64_t));
    memset(answers->answered, 0, l->width[layer] * sizeof(uint64_t));
    answers->seen_lets = answers->seen_lacks = 0;
    return answers;
}

static inline Answers *answers_of(const Languages *l, int32_t place) { return &((Known *)l->known.items)[place].answers; }

/* Of the words in question those of a leap that the language does not have yet, but may have: onto the next layer's sheet. */
static int ask_on(Languages *l, int layer, const Letters *letters, const uint64_t *language, const Leap *step) {
    uint32_t words = l->width[layer + 1];
    const State *state = &step->state;
    if (words == 1) {
        uint64_t next, had;
        take(l, layer, letters, l->asked[layer], &next);
        take(l, layer, letters, language, &had);
        return (l->asked[layer + 1][0] = next & ~had & step->open) != 0;
    }
    const uint64_t *lanes[MOST_LANES];
    uint64_t *sheet = l->asked[layer + 1], *had = l->had, any = 0;
    int need = needs(l->a, state);
    for (int lane = 0; lane < MOST_LANES; lane++)
        lanes[lane] = lane < l->problem->lanes ? outlook_of(l, layer + 1, state, lane, need) : l->full[layer + 1];
    take(l, layer, letters, l->asked[layer], sheet);
    take(l, layer, letters, language, had);
    for (uint32_t word = 0; word < words; word++)
        any |= sheet[word] &= ~had[word] & lanes[0][word] & lanes[1][word] & lanes[2][word] & lanes[3][word];
    l->a->steps += words / WORDS_PER_STEP;
    return any != 0;
}

/* Words are likely where jokers are to spare, then where long runs are open that take in what comes. */
static uint32_t promise_of(const Automaton *a, const State *state) {
    uint32_t spare = (uint32_t)(UNITS * left_of(state) - needs(a, state)), longs = 0;
    for (int lane = 0; lane < a->problem->lanes; lane++) longs += NODE(a, state->node[lane]).profile >> LONG_SHIFT & FIELD;
    return spare << RANK_BITS | longs;
}

typedef struct {
    Enumeration e;
    Languages *l;
    uint64_t open;  /* the words in question of the next layer, if these are no more than 64, or all */
    size_t first; /* of the leaps with these letters */
} Leaping;

static int prepare(Enumeration *e, Choice *choice) {
    const Leaping *g = (Leaping *)e;
    choice->outlook = ~(uint64_t)0;
    if (g->l->width[e->layer + 1] == 1) choice->outlook = find_outlook(g->l, e->layer + 1, choice->target, choice->spare)[0];
    return (g->open & choice->outlook) != 0;
}

static int narrow(Enumeration *e, int lane, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    (void)e, (void)lane;
    return (narrower[0] = open[0] & choice->outlook) != 0;
}

/* Only what no other leap with these letters outdoes is worth a look. */
static void land(Enumeration *e, const State *state, uint64_t how, const uint64_t *open) {
    (void)how;
    const Leaping *g = (Leaping *)e;
    Vector *leaps = &g->l->leaps;
    Seen seen = see_state(g->l, state);
    Leap *leap = (Leap *)leaps->items + g->first, *end = (Leap *)leaps->items + leaps->count, *kept = leap;
    for (; leap < end && !is_above(&leap->seen, &seen); leap++) {}
    if (leap < end) return;
    for (leap = kept; leap < end; leap++)
        if (!is_above(&seen, &leap->seen)) {
            if (kept != leap) *kept = *leap;
            kept++;
        }
    leaps->count = (size_t)(kept - (Leap *)leaps->items);
    *(Leap *)push(leaps, sizeof(Leap)) = (Leap){*state, open[0], promise_of(e->a, state), seen};
}

/* Adds every leap of a state over a layer with some letters that may lead on to words in question, those of the next layer. */
void leap(Languages *l, int layer, const State *state, int32_t place, const uint64_t *open) {
    Leaping g;
    g.e.a = l->a;
    g.e.before = NULL;
    g.e.prepare = prepare;
    g.e.narrow = narrow;
    g.e.land = land;
    g.l = l;
    g.open = l->width[layer + 1] == 1 ? open[0] : ~(uint64_t)0;
    g.first = l->leaps.count;
    enumerate_transitions(&g.e, layer, state, letters_at(l, layer, place)->letters, &g.open);
}

static void order_leaps(Languages *l, size_t first) {
    Leap *leaps = l->leaps.items;
    for (size_t at = first + 1; at < l->leaps.count; at++) {
        Leap one = leaps[at];
        size_t to = at;
        for (; to > first && one.promise > leaps[to - 1].promise; to--) leaps[to] = leaps[to - 1];
        leaps[to] = one;
    }
}

/* Adds the leaps of a state with some letters that may lead to words in question, likely ones first. */
static void find_leaps(Languages *l, int layer, const Known *known, int32_t at) {
    const Letters *letters = letters_at(l, layer, at);
    size_t first = l->leaps.count;
    uint64_t *open = l->open, *had = l->had, any = 0;
    take(l, layer, letters, l->asked[layer], open);
    take(l, layer, letters, known->answers.language, had);
    for (uint32_t word = 0; word < l->width[layer + 1]; word++) any |= open[word] &= ~had[word];
    if (!any) return;
    leap(l, layer, &known->state, at, open);
    order_leaps(l, first);
}

/* Asks what some letters lead to. */
static void ask_letters(Languages *l, int layer, int32_t place, int32_t at) {
    size_t first = l->leaps.count;
    find_leaps(l, layer, (Known *)l->known.items + place, at);
    const Letters *letters = letters_at(l, layer, at);
    for (size_t step = first, end = l->leaps.count; step < end && !l->stopped; step++) {
        if (!ask_on(l, layer, letters, answers_of(l, place)->language, (Leap *)l->leaps.items + step)) continue;
        Leap leap = ((Leap *)l->leaps.items)[step];
        const uint64_t *found = find_language(l, layer + 1, &leap.state, &leap.seen);
        if (!found) return;
        if (!is_any(found, l->width[layer + 1])) continue;
        uint64_t *language = own_language(l, layer, answers_of(l, place));
        if (language) unite(l, layer, letters, found, language);
    }
    l->leaps.count = first;
}

/* A state's language, as far as it is asked about on the sheet of its layer; good until the next question about the layer. */
const uint64_t *find_language(Languages *l, int layer, const State *state, const Seen *seen) {
    if (layer == l->layers) return is_end(l->a, state) ? l->full[layer] : NOTHING;
    int32_t place = seek_known(l, layer, state);
    Answers *answers = place < 0 ? answer_in_passing(l, layer) : answers_of(l, place);
    uint32_t words = l->width[layer];
    uint64_t *asked = l->asked[layer], any = 0;
    for (uint32_t word = 0; word < words; word++) any |= asked[word] &= ~answers->answered[word];
    if (!any || !recall(l, layer, seen, answers)) return answers->language;
    if (place < 0) place = add_known(l, layer, state, answers);
    if (l->stopped) return NULL;
    if (!ask_strongest(l, layer, place)) return l->stopped ? NULL : answers_of(l, place)->language;
    for (int32_t at = 0; at < l->letters_of[layer].count && !l->stopped; at++) ask_letters(l, layer, place, at);
    if (l->a->steps > l->steps) l->stopped = 1;
    if (l->stopped) return NULL;
    answers = answers_of(l, place);
    for (uint32_t word = 0; word < words; word++) answers->answered[word] |= asked[word] | answers->language[word];
    judge(l, layer, place);
    return answers->language;
}

/* The language of a state, but for words that are had already; NULL past the bound on work. */
const uint64_t *ask_state(Languages *l, int layer, const State *state, const uint64_t *had) {
    for (uint32_t word = 0; word < l->width[layer]; word++) l->asked[layer][word] = l->full[layer][word] & ~had[word];
    Seen seen = see_state(l, state);
    return find_language(l, layer, state, &seen);
}

/* --- how words are laid out ------------------------------------------------------------------------------------- */

/* How many letters a cell may have. */
static int count_letters(const Problem *p, int cell) {
    int letters = 1;
    for (int case_index = 0; case_index < p->cases && cell < p->faces; case_index++) {
        size_t at = (size_t)case_index * p->faces + cell;
        if (letters < 1 + p->may[at] + p->played[at]) letters = 1 + p->may[at] + p->played[at];
    }
    return letters;
}

/* Lays out the languages of all words, or of those between some lowest and highest letters. */
void shape_languages(const Problem *p, const LetterBounds *bounds, Shape *shapes) {
    shapes[p->cells] = (Shape){1, 1, 1, 1};
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        const Shape *after = &shapes[cell + 1];
        int letters = bounds && cell < p->faces ? 1 + bounds->high[cell] - bounds->low[cell] : count_letters(p, cell);
        int narrow = after->words == 1 && letters * after->bits <= WORD;
        uint32_t words = narrow ? 1 : (uint32_t)letters * after->words;
        if (words > MOST_WORDS) words = MOST_WORDS + 1; /* too many, however many */
        shapes[cell] = (Shape){letters, narrow, narrow ? (uint32_t)letters * after->bits : WORD, words};
    }
}

/* Every choice of letters in a layer, and the blocks of words that begin with them. */
static void add_letters(Languages *l, int layer, Block block, Letters letters, int colour) {
    const Problem *p = l->problem;
    if (colour == p->colours || layer == p->numbers_count) {
        letters.word = (uint32_t)block.word;
        letters.shift = block.shift;
        *(Letters *)push(&l->letters, sizeof(Letters)) = letters;
        l->letters_of[layer].count++;
        return;
    }
    for (int letter = 0; letter < l->shapes[block.cell].letters; letter++) {
        letters.letters[colour] = (uint8_t)(l->low[block.cell] + letter);
        add_letters(l, layer, block_after(l, block, letter), letters, colour + 1);
    }
}

/* Room for what is asked about a layer, and for all words there could be. */
static void open_layer(Languages *l, int layer) {
    uint32_t words = l->width[layer];
    uint64_t *full = make_room(l, words);
    l->asked[layer] = make_room(l, words);
    l->kept[layer] = make_room(l, words);
    l->passing[layer].language = make_room(l, words);
    l->passing[layer].answered = make_room(l, words);
    if (layer == l->layers)
        full[0] = 1;
    else
        add_letters(l, layer, (Block){.cell = cell_before(l->problem, layer)}, (Letters){{0}, 0, 0}, 0);
    for (int32_t at = 0; at < l->letters_of[layer].count; at++) unite(l, layer, letters_at(l, layer, at), l->full[layer + 1], full);
    l->full[layer] = full;
}

/* To how many tiles the letters from a cell on come at most. */
void find_most_used(Languages *l) {
    for (int cell = l->problem->cells - 1; cell >= 0; cell--) l->most_used[cell] = l->most_used[cell + 1] + l->shapes[cell].letters - 1;
}

static void open_sheets(Languages *l) {
    const Problem *p = l->problem;
    uint32_t widest = 0;
    find_most_used(l);
    for (int layer = l->layers; layer >= 0; layer--) {
        l->width[layer] = l->shapes[cell_before(p, layer)].words;
        l->letters_of[layer] = (Span){(int32_t)l->letters.count, 0};
        if (layer < l->cut) add_letters(l, layer, (Block){.cell = cell_before(l->problem, layer)}, (Letters){{0}, 0, 0}, 0);
        if (layer < l->cut || l->width[layer] > l->widest) continue;
        if (widest < l->width[layer]) widest = l->width[layer];
        open_layer(l, layer);
    }
    l->open = make_room(l, widest);
    l->had = make_room(l, widest);
    l->slice = make_room(l, widest);
    l->none = make_room(l, widest);
}

/* Forgets all states. What was found so far helps what is asked next, but nothing depends on it. */
void forget_states(Languages *l) {
    while (l->chunks_count > l->chunks_of_sheets) give_back(l->chunks[--l->chunks_count]);
    l->used = l->room = l->used_by_sheets;
    l->taken = l->taken_by_sheets;
    l->known.count = 0;
    index_clear(&l->known_index);
    forget_outlooks(l);
    clear_judged(l);
}

/* Forgets states if they take much room. */
void make_way(Languages *l) {
    if (l->taken > MOST_ROOM / 2 || l->known.count > MOST_KNOWN / 2) forget_states(l);
}

/* --- making ------------------------------------------------------------------------------------------------------ */

/* What is needed no more once all is answered. */
static void forget_all(Languages *l) {
    drop(&l->known);
    drop(&l->leaps);
    for (int jokers = 0; jokers <= MOST_JOKERS; jokers++) {
        give_back(l->had_with[jokers]);
        l->had_with[jokers] = NULL;
    }
    for (int layer = 0; layer <= l->cut; layer++) drop(&l->fronts[layer]);
    drop(&l->fronts_had);
    drop(&l->front_states);
    index_drop(&l->front_index);
    index_drop(&l->known_index);
    drop_outlooks(l);
    forget_small(l);
    forget_judged(l);
    for (int chunk = 0; chunk < l->chunks_count; chunk++) give_back(l->chunks[chunk]);
    l->chunks_count = 0;
}

/* How many 64s of bits it takes if every word has its bit; 0 if that is too many. */
static uint32_t find_width(const Problem *p) {
    Shape shapes[MOST_CELLS + 1];
    size_t roots = 0;
    shape_languages(p, NULL, shapes);
    for (int case_index = 0; case_index < p->cases; case_index++) roots += 1 + (size_t)p->hand_jokers[case_index];
    return shapes[0].words <= MOST_WORDS && roots * shapes[0].words <= MOST_IN_ROOTS ? shapes[0].words : 0;
}

int are_words_few(const Problem *p) { return find_width(p) > 0; }

/* Languages of which nothing is known yet, to be asked about in so many steps: with a bit for each word, of all or of those within
 * some bounds, or for their last letters only. */
Languages *open_languages(Automaton *a, int listed, int64_t steps, const LetterBounds *bounds) {
    Languages *l = allot(1, sizeof *l);
    l->problem = a->problem;
    l->a = a;
    l->steps = a->steps + steps;
    l->layers = a->layers;
    index_open(&l->known_index);
    index_open(&l->front_index);
    l->roots = allot((size_t)l->problem->cases * MOST_JOKERS + 1, sizeof *l->roots);
    shape_languages(l->problem, bounds, l->shapes);
    if (bounds) memcpy(l->low, bounds->low, sizeof l->low);
    l->listed = listed;
    l->widest = listed ? MOST_WORDS : MOST_BEHIND;
    l->cut = listed ? find_cut(l) : 0;
    open_sheets(l);
    l->chunks_of_sheets = l->chunks_count;
    l->used_by_sheets = l->used;
    l->taken_by_sheets = l->taken;
    open_outlooks(l);
    return l;
}

/* Counts all words in so many steps; NULL past that. */
static Languages *count_words(Automaton *a, int listed, int64_t steps) {
    try_anew();
    Languages *l = open_languages(a, listed, steps, NULL);
    int whole = listed ? find_all_words(l) : count_by_prefixes(l, &l->total);
    if (listed && whole) l->total = count_languages(l);
    forget_all(l);
    if (whole) return l;
    drop_languages(l);
    return NULL;
}

/* The languages of a problem, and how many words they have: NULL past the bound on work. */
Languages *find_languages(Automaton *a, int64_t steps) { return count_words(a, are_words_few(a->problem), steps); }

/* Languages of which just the words are known. */
Languages *copy_words(const Languages *l) {
    Languages *copy = allot(1, sizeof *copy);
    size_t roots = (size_t)l->problem->cases * MOST_JOKERS, size = l->shapes[0].words * sizeof(uint64_t);
    copy->roots = allot(roots + 1, sizeof *copy->roots);
    copy->problem = l->problem;
    copy->listed = l->listed;
    memcpy(copy->shapes, l->shapes, sizeof l->shapes);
    for (size_t root = 0; root < roots; root++) {
        if (!l->roots[root]) continue;
        copy->roots[root] = allot_bytes(size);
        memcpy(copy->roots[root], l->roots[root], size);
    }
    return copy;
}

void drop_languages(Languages *l) {
    if (!l) return;
    forget_all(l);
    drop(&l->letters);
    for (int root = 0; root < l->problem->cases * MOST_JOKERS; root++) give_back(l->roots[root]);
    give_back(l->roots);
    give_back(l);
}
