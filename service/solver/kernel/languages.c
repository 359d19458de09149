/* Which words lead from a state to an end, each one a bit.
 *
 * The language of a state is the set of all words that lead from it to an end. Such a set is bits in a row: either all words there
 * could be, where a hand is not too large, number by number; or some words that were chosen, each of which has its bit wherever
 * it is asked about. The language of a state before a number is, letters by letters, the union of the languages after it. A
 * state is asked only about words that are still in question, and it asks on only about those that may follow lane by lane, as if
 * every group came about. So late in a game, when nearly every word is a play, most are found at once; and those that are
 * none fail soon.
 *
 * Jokers are no letters here: so many of the hand are played, and for each number of them there is a language.
 */
#include <stdlib.h>
#include <string.h>

#include "languages.h"

static const uint64_t NOTHING[MOST_UNITS * MOST_WORDS];

/* Room for so many bits in 64s, all clear; NULL, and a stop, if there is none left. */
uint64_t *make_room(Languages *l, size_t words) {
    if (l->used + words > l->room) {
        size_t room = l->room ? 2 * l->room : FIRST_CHUNK;
        if (room > LARGEST_CHUNK) room = LARGEST_CHUNK;
        if (l->chunks_count == MOST_CHUNKS) {
            l->stopped = 1;
            return NULL;
        }
        if (!(l->chunks[l->chunks_count++] = malloc(room * sizeof(uint64_t)))) abort();
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
    if (letters->marks)
        for (uint32_t word = 0; word < words; word++) next[word] = language[word] & letters->marks[word];
    else if (words == 1)
        next[0] = language[letters->word] >> letters->shift & lowest_bits(l->shapes[cell_before(l->problem, layer + 1)].bits);
    else
        memcpy(next, language + letters->word, words * sizeof(uint64_t));
}

/* Adds words of the next layer, with some letters before them, to a language. */
static inline void unite(const Languages *l, int layer, const Letters *letters, const uint64_t *next, uint64_t *language) {
    uint32_t words = l->width[layer + 1];
    if (letters->marks)
        for (uint32_t word = 0; word < words; word++) language[word] |= next[word] & letters->marks[word];
    else if (words == 1)
        language[letters->word] |= next[0] << letters->shift;
    else
        for (uint32_t word = 0; word < words; word++) language[letters->word + word] |= next[word];
}

/* --- what may follow --------------------------------------------------------------------------------------------- */

/* Adds what a node's lane alone lets with one letter, as words of the next layer, by units of jokers; whether there is any. */
static int look_on(Languages *l, int layer, const Node *node, int letter, uint64_t *next) {
    size_t words = l->width[layer + 1];
    int any = 0;
    for (int at = 0; at < node->options.count; at++) {
        const Option *option = (Option *)l->a->options.items + node->options.first + at;
        for (int move = 0; option->letter == letter && move < option->moves.count; move++) {
            const Move *taken = (Move *)l->a->moves.items + option->moves.first + move;
            int units = option->units + UNITS * taken->jokers;
            if (units + taken->need >= l->a->stride) continue;
            const uint64_t *after = find_outlooks(l, layer + 1, (uint32_t)taken->target);
            if (!any) memset(next, 0, words * (size_t)l->a->stride * sizeof(uint64_t));
            any = 1;
            size_t step = layer + 1 < l->layers ? words : 0, count = words * (size_t)(l->a->stride - units);
            uint64_t *to = next + words * (size_t)units;
            if (step)
                for (size_t word = 0; word < count; word++) to[word] |= after[word];
            else
                for (size_t word = 0; word < count; word++) to[word] |= after[word % words];
        }
    }
    return any;
}

/* The words that a node's lane alone lets from a layer on, for each number of units of jokers. */
const uint64_t *find_outlooks(Languages *l, int layer, uint32_t place) {
    if (layer == l->layers) return l->full[layer];
    if (l->outlooks[place]) return l->outlooks[place];
    const Node *node = &NODE(l->a, place);
    int lane = node->cell - cell_before(l->problem, layer), count = l->letters_of[layer].count;
    size_t words = l->width[layer], words_after = l->width[layer + 1], stride = (size_t)l->a->stride;
    uint64_t *outlooks = make_room(l, words * stride), *next = l->looking[layer];
    if (!outlooks) return NOTHING;
    if (!next) next = l->looking[layer] = make_room(l, words_after * stride);
    if (!next) return NOTHING;
    l->a->steps += 1 + (int64_t)(words * stride / WORDS_PER_STEP);
    for (int letter = 0; letter < LETTERS; letter++) {
        int any = -1;
        for (int32_t at = 0; at < count && any; at++) {
            const Letters *letters = letters_at(l, layer, at);
            if (letters->letters[lane] != letter) continue;
            if (any < 0) any = look_on(l, layer, node, letter, next);
            for (size_t units = 0; any && units < stride; units++)
                unite(l, layer, letters, next + words_after * units, outlooks + words * units);
        }
    }
    return l->outlooks[place] = outlooks;
}

/* --- languages --------------------------------------------------------------------------------------------------- */

int32_t find_known(Languages *l, int layer, const State *state) {
    uint32_t hash = hash_state(state) + (uint32_t)layer * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&l->known_index, hash, &slot)) != UINT32_MAX) {
        const Known *known = (Known *)l->known.items + place;
        if (known->layer == layer && same_state(&known->state, state)) return (int32_t)place;
    }
    uint64_t *language = make_room(l, 2 * (size_t)l->width[layer]);
    if (!language || l->known.count == MOST_KNOWN) {
        l->stopped = 1;
        return -1;
    }
    int32_t leaps = (int32_t)l->leap_spans.count;
    for (int at = 0; l->before && at < l->letters_of[layer].count; at++)
        *(Span *)push(&l->leap_spans, sizeof(Span)) = (Span){-1, 0};
    index_add(&l->known_index, hash, (uint32_t)l->known.count);
    *(Known *)push(&l->known, sizeof(Known)) = (Known){*state, layer, leaps, language, 0, 0, 0, 0};
    return (int32_t)l->known.count - 1;
}

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
    uint64_t *sheet = l->asked[layer + 1], had[MOST_WORDS], any = 0;
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

int is_end(const Languages *l, const State *state) {
    const Automaton *a = l->a;
    int counts = l->before ? a->problem->jokers_count : a->tally;
    if (counts && (int)(state->common & 0xFFFF) < a->problem->minimum) return 0;
    return !left_of(state) || state->common >> RUN_SHIFT & 1;
}

static void order_leaps(Languages *l, size_t first) {
    Leap *leaps = l->leaps.items;
    for (size_t at = first + 1; at < l->leaps.count; at++) {
        Leap one = leaps[at];
        size_t to = at;
        for (; to > first && one.hope > leaps[to - 1].hope; to--) leaps[to] = leaps[to - 1];
        leaps[to] = one;
    }
}

/* The leaps of a state with some letters: likely ones first, or those that were found before, nearest first. */
static Span find_leaps(Languages *l, int layer, int32_t place, int32_t at) {
    Known *known = (Known *)l->known.items + place;
    const Letters *letters = letters_at(l, layer, at);
    size_t first = l->leaps.count;
    uint64_t open[MOST_WORDS];
    if (l->before) {
        Span span = ((Span *)l->leap_spans.items)[known->leaps + at];
        if (span.first >= 0) return span;
        take(l, layer, letters, l->full[layer], open);
    } else {
        uint64_t had[MOST_WORDS], any = 0;
        take(l, layer, letters, l->asked[layer], open);
        take(l, layer, letters, known->language, had);
        for (uint32_t word = 0; word < l->width[layer + 1]; word++) any |= open[word] &= ~had[word];
        if (!any) return (Span){0, 0};
    }
    leap(l, layer, &known->state, at, open);
    Span span = {(int32_t)first, (int32_t)(l->leaps.count - first)};
    if (l->before)
        ((Span *)l->leap_spans.items)[known->leaps + at] = span;
    else
        order_leaps(l, first);
    return span;
}

/* Asks what some letters lead to. */
static void ask_letters(Languages *l, int layer, int32_t place, int32_t at) {
    size_t first = l->leaps.count;
    Span span = find_leaps(l, layer, place, at);
    uint64_t *language = ((Known *)l->known.items)[place].language;
    const Letters *letters = letters_at(l, layer, at);
    for (int32_t step = span.first; step < span.first + span.count && !l->stopped; step++) {
        if (!ask_on(l, layer, letters, language, (Leap *)l->leaps.items + step)) continue;
        State after = ((Leap *)l->leaps.items)[step].state;
        int32_t known = -1;
        const uint64_t *found = find_language(l, layer + 1, &after, &known);
        if (!found) return;
        ((Leap *)l->leaps.items)[step].known = known;
        unite(l, layer, letters, found, language);
    }
    if (!l->before) l->leaps.count = first;
}

/* A state's language, as far as it is asked about on the sheet of its layer. */
const uint64_t *find_language(Languages *l, int layer, const State *state, int32_t *found) {
    if (layer == l->layers) return is_end(l, state) ? l->full[layer] : NOTHING;
    int32_t place = *found = find_known(l, layer, state);
    if (l->stopped) return NULL;
    uint32_t words = l->width[layer];
    uint64_t *language = ((Known *)l->known.items)[place].language, *answered = language + words, *asked = l->asked[layer], any = 0;
    for (uint32_t word = 0; word < words; word++) any |= asked[word] &= ~answered[word];
    if (!any) return language;
    if (!l->before && !(recall(l, layer, place) && ask_strongest(l, layer, place))) return l->stopped ? NULL : language;
    for (int32_t at = 0; at < l->letters_of[layer].count && !l->stopped; at++) ask_letters(l, layer, place, at);
    for (uint32_t word = 0; word < words; word++) answered[word] |= asked[word] | language[word];
    if (!l->before) judge(l, layer, place);
    if (l->a->steps > l->steps) l->stopped = 1;
    return l->stopped ? NULL : language;
}

/* The language of a state, but for words that are had already; NULL past the bound on work. */
const uint64_t *ask_state(Languages *l, int layer, const State *state, const uint64_t *had) {
    int32_t place;
    for (uint32_t word = 0; word < l->width[layer]; word++) l->asked[layer][word] = l->full[layer][word] & ~had[word];
    return find_language(l, layer, state, &place);
}

/* --- all words --------------------------------------------------------------------------------------------------- */

static void shape_languages(const Problem *p, Shape *shapes) {
    shapes[p->cells] = (Shape){1, 1, 1, 1};
    for (int cell = p->cells - 1; cell >= 0; cell--) {
        const Shape *after = &shapes[cell + 1];
        int letters = 1;
        for (int case_index = 0; case_index < p->cases && cell < p->faces; case_index++) {
            size_t at = (size_t)case_index * p->faces + cell;
            if (letters < 1 + p->may[at] + p->played[at]) letters = 1 + p->may[at] + p->played[at];
        }
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
        letters.letters[colour] = (uint8_t)letter;
        add_letters(l, layer, block_after(l, block, letter), letters, colour + 1);
    }
}

static void open_sheets(Languages *l) {
    const Problem *p = l->problem;
    for (int cell = p->cells - 1; cell >= 0; cell--) l->most_used[cell] = l->most_used[cell + 1] + l->shapes[cell].letters - 1;
    for (int layer = l->layers; layer >= 0; layer--) {
        int cell = cell_before(p, layer);
        l->width[layer] = l->shapes[cell].words;
        l->letters_of[layer] = (Span){(int32_t)l->letters.count, 0};
        if (l->width[layer] > MOST_WORDS) continue;
        uint64_t *full = make_room(l, l->width[layer]);
        l->asked[layer] = make_room(l, l->width[layer]);
        if (layer == l->layers)
            full[0] = 1;
        else
            add_letters(l, layer, (Block){.cell = cell}, (Letters){{0}, 0, 0, NULL}, 0);
        for (int32_t at = 0; at < l->letters_of[layer].count; at++) unite(l, layer, letters_at(l, layer, at), l->full[layer + 1], full);
        l->full[layer] = full;
    }
}

/* The words of a case with so many jokers of the hand, but for those that an earlier case has. */
static int ask_case(Languages *l, int case_index, const State *start, int jokers) {
    const Problem *p = l->problem;
    uint32_t words = l->width[0];
    State fewer = *start;
    int unused = p->hand_jokers[case_index] - jokers;
    if (needed_jokers(l->a, &fewer) + unused > left_of(&fewer)) return 1;
    fewer.common -= (uint64_t)unused << LEFT_SHIFT;
    uint64_t had[MOST_WORDS] = {0};
    for (int earlier = 0; earlier < case_index; earlier++) {
        const uint64_t *language = language_of(l, earlier, p->played_jokers[case_index] + jokers);
        for (uint32_t word = 0; language && word < words; word++) had[word] |= language[word];
    }
    const uint64_t *found = ask_state(l, 0, &fewer, had);
    if (!found) return 0;
    uint64_t *root = malloc(words * sizeof *root);
    if (!root) abort();
    l->roots[case_index * MOST_JOKERS + jokers] = memcpy(root, found, words * sizeof *root);
    return 1;
}

/* Forgets states if they take much room. What was found so far helps what is asked next, but nothing depends on it. */
void make_way(Languages *l) {
    if (l->chunks_count <= MOST_CHUNKS / 2 && l->known.count <= MOST_KNOWN / 2) return;
    while (l->chunks_count > l->chunks_of_sheets) free(l->chunks[--l->chunks_count]);
    l->used = l->room = l->used_by_sheets;
    l->known.count = 0;
    index_clear(&l->known_index);
    memset(l->outlooks, 0, l->nodes * sizeof *l->outlooks);
    memset(l->looking, 0, sizeof l->looking);
    for (int layer = 0; layer < l->layers; layer++) l->lets[layer].count = l->lacks[layer].count = 0;
}

static int ask_cases(Languages *l) {
    const Problem *p = l->problem;
    State start;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        if (!start_of(l->a, case_index, &start)) continue;
        make_way(l);
        for (int jokers = 0; jokers <= p->hand_jokers[case_index]; jokers++)
            if (!ask_case(l, case_index, &start, jokers)) return 0;
    }
    return 1;
}

/* --- making ------------------------------------------------------------------------------------------------------ */

/* A place for the outlook of every node there is now. */
void reach_nodes(Languages *l) {
    size_t nodes = l->a->nodes.count;
    if (l->outlooks && nodes <= l->nodes) return;
    l->outlooks = realloc(l->outlooks, nodes * sizeof *l->outlooks);
    l->hopes = realloc(l->hopes, nodes * sizeof *l->hopes);
    if (nodes && (!l->outlooks || !l->hopes)) abort();
    for (; l->nodes < nodes; l->nodes++) {
        l->outlooks[l->nodes] = NULL;
        l->hopes[l->nodes] = HOPE / 2;
    }
}

/* Nearly every node comes from a start. */
void open_outlooks(Languages *l) {
    State start;
    for (int case_index = 0; case_index < l->problem->cases; case_index++) start_of(l->a, case_index, &start);
    reach_nodes(l);
}

/* Room for languages of an automaton, which may count so many steps. */
void languages_open(Languages *l, Automaton *a, int64_t steps) {
    memset(l, 0, sizeof *l);
    l->problem = a->problem;
    l->a = a;
    l->steps = steps;
    l->layers = a->layers;
    index_open(&l->known_index);
}

/* What is needed no more once all is answered. */
static void forget_all(Languages *l) {
    drop(&l->known);
    drop(&l->leaps);
    drop(&l->leap_spans);
    index_drop(&l->known_index);
    free(l->outlooks);
    free(l->hopes);
    forget_judged(l);
    for (int chunk = 0; chunk < l->chunks_count; chunk++) free(l->chunks[chunk]);
    l->outlooks = NULL;
    l->hopes = NULL;
    l->nodes = 0;
    l->chunks_count = 0;
}

void languages_close(Languages *l) {
    forget_all(l);
    drop(&l->letters);
}

/* The languages of a problem, and how many words they have: NULL past the bound on work. */
Languages *find_languages(Automaton *a, int64_t steps) {
    Languages *l = malloc(sizeof *l);
    if (!l) abort();
    languages_open(l, a, steps);
    if (!(l->roots = calloc((size_t)l->problem->cases * MOST_JOKERS + 1, sizeof *l->roots))) abort();
    shape_languages(l->problem, l->shapes);
    open_sheets(l);
    l->chunks_of_sheets = l->chunks_count;
    l->used_by_sheets = l->used;
    open_outlooks(l);
    l->listed = l->shapes[0].words <= MOST_WORDS;
    int whole = l->listed ? ask_cases(l) : count_by_prefixes(l, &l->total);
    if (l->listed && whole) l->total = count_languages(l);
    forget_all(l);
    if (whole) return l;
    drop_languages(l);
    return NULL;
}

void drop_languages(Languages *l) {
    if (!l) return;
    languages_close(l);
    for (int root = 0; root < l->problem->cases * MOST_JOKERS; root++) free(l->roots[root]);
    free(l->roots);
    free(l);
}
