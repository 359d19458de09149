/* Which plays there are, each one a bit.
 *
 * The language of a state is the set of all words that lead from it to an end. Where a hand is not too large such a set is bits in
 * a row: the language of a state before a cell is, letter by letter, the union of the languages after it. A state is asked
 * only about words that are still in question, and it asks on only about those that may follow lane by lane, as if every group
 * came about. So late in a game, when nearly every word is a play, most are found at once; and those that are none fail soon.
 *
 * Jokers are no letters here: so many of the hand are played, and for each number of them there is a language.
 */
#include <stdlib.h>
#include <string.h>

#include "languages.h"

/* Room for so many bits in 64s, all clear; NULL, and a stop, if there is none left. */
static uint64_t *make_room(Languages *l, size_t words) {
    if (l->used + words > CHUNK) {
        if (l->chunks_count == MOST_CHUNKS) {
            l->stopped = 1;
            return NULL;
        }
        if (!(l->chunks[l->chunks_count++] = malloc(CHUNK * sizeof(uint64_t)))) abort();
        l->used = 0;
    }
    l->used += words;
    return memset(l->chunks[l->chunks_count - 1] + l->used - words, 0, words * sizeof(uint64_t));
}

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

/* Adds a language of the next cell to a block of one of this cell. */
static void unite(const Languages *l, int cell, uint64_t *language, int letter, const uint64_t *next) {
    const Shape *after = &l->shapes[cell + 1];
    if (l->shapes[cell].narrow) {
        language[0] |= next[0] << (uint32_t)letter * after->bits;
        return;
    }
    uint64_t *block = language + (size_t)letter * after->words;
    for (uint32_t word = 0; word < after->words; word++) block[word] |= next[word];
}

/* --- what may follow --------------------------------------------------------------------------------------------- */

static void add_outlook(Languages *l, int cell, uint32_t place, int free, uint64_t *language);

/* The words that a lane alone lets from a cell on, with so many jokers at most. A node waits for its cell while others' pass. */
static const uint64_t *find_outlook(Languages *l, int cell, uint32_t place, int free) {
    if (cell == l->problem->cells || l->problem->mixed) return l->full[cell];
    uint64_t **outlook = &l->outlooks[((size_t)place * (l->a.jokers + 1) + free) * MOST_LANES + (NODE(&l->a, place).cell - cell)];
    if (*outlook) return *outlook;
    uint64_t *language = make_room(l, l->shapes[cell].words);
    if (language) add_outlook(l, cell, place, free, language);
    return l->stopped ? l->full[cell] : (*outlook = language);
}

static void add_outlook(Languages *l, int cell, uint32_t place, int free, uint64_t *language) {
    const Node *node = &NODE(&l->a, place);
    l->a.steps++;
    if (node->cell != cell) {
        const uint64_t *after = find_outlook(l, cell + 1, place, free);
        for (int letter = 0; letter < l->shapes[cell].letters; letter++) unite(l, cell, language, letter, after);
        return;
    }
    for (int at = 0; at < node->options.count && !l->stopped; at++) {
        const Option *option = (Option *)l->a.options.items + node->options.first + at;
        for (int move = 0; move < option->moves.count; move++) {
            const Move *taken = (Move *)l->a.moves.items + option->moves.first + move;
            if (UNITS * taken->jokers + taken->need > UNITS * free) continue;
            unite(l, cell, language, option->letter, find_outlook(l, cell + 1, (uint32_t)taken->target, free - taken->jokers));
        }
    }
}

/* --- languages --------------------------------------------------------------------------------------------------- */

static Known *find_known(Languages *l, int cell, const State *state) {
    uint32_t hash = hash_state(state) + (uint32_t)cell * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&l->known_index, hash, &slot)) != UINT32_MAX) {
        Known *known = (Known *)l->known.items + place;
        if (known->cell == cell && same_state(&known->state, state)) return known;
    }
    uint64_t *language = make_room(l, 2 * (size_t)l->shapes[cell].words);
    if (!language || l->known.count == MOST_KNOWN) {
        l->stopped = 1;
        return NULL;
    }
    index_add(&l->known_index, hash, (uint32_t)l->known.count);
    Known *known = push(&l->known, sizeof(Known));
    *known = (Known){*state, cell, language};
    return known;
}

/* Of the words in question those of a step that it does not have yet, but may have: onto the sheet of the next cell. */
static int ask_on(Languages *l, int cell, const uint64_t *language, const Step *step) {
    const Shape *after = &l->shapes[cell + 1];
    const uint64_t *asked = l->asked[cell], *lanes[MOST_LANES];
    uint64_t *sheet = l->asked[cell + 1], any = 0;
    for (int lane = 0; lane < MOST_LANES; lane++)
        lanes[lane] = lane < l->problem->lanes ? find_outlook(l, cell + 1, step->state.node[lane], left_of(&step->state)) : l->full[cell + 1];
    if (l->shapes[cell].narrow) {
        uint64_t open = (asked[0] & ~language[0]) >> (uint32_t)step->letter * after->bits;
        sheet[0] = open & lanes[0][0] & lanes[1][0] & lanes[2][0] & lanes[3][0];
        return sheet[0] != 0;
    }
    size_t block = (size_t)step->letter * after->words;
    for (uint32_t word = 0; word < after->words; word++) {
        uint64_t open = asked[block + word] & ~language[block + word];
        any |= sheet[word] = open & lanes[0][word] & lanes[1][word] & lanes[2][word] & lanes[3][word];
    }
    l->a.steps += after->words / WORDS_PER_STEP;
    return any != 0;
}

static int is_end(const Automaton *a, const State *state) {
    if (a->tally && (int)(state->common & 0xFFFF) < a->problem->minimum) return 0;
    return !left_of(state) || state->common >> RUN_SHIFT & 1;
}

/* A state's language, as far as it is asked about on the sheet of its cell. */
static const uint64_t *find_language(Languages *l, int cell, const State *state) {
    static const uint64_t nothing = 0;
    if (cell == l->problem->cells) return is_end(&l->a, state) ? l->full[cell] : &nothing;
    Known *known = find_known(l, cell, state);
    if (l->stopped) return NULL;
    uint32_t words = l->shapes[cell].words;
    uint64_t *language = known->language, *answered = language + words, *asked = l->asked[cell], any = 0;
    for (uint32_t word = 0; word < words; word++) any |= asked[word] &= ~answered[word];
    if (!any) return language;
    size_t first = l->a.out.count;
    expand(&l->a, cell, state);
    order_steps(&l->a, first);
    for (size_t at = first, end = l->a.out.count; at < end; at++) {
        Step step = ((Step *)l->a.out.items)[at];
        if (!ask_on(l, cell, language, &step)) continue;
        const uint64_t *after = find_language(l, cell + 1, &step.state);
        if (!after) return NULL;
        unite(l, cell, language, step.letter, after);
    }
    l->a.out.count = first;
    for (uint32_t word = 0; word < words; word++) answered[word] |= asked[word] | language[word];
    if (l->a.steps > l->steps) l->stopped = 1;
    return l->stopped ? NULL : language;
}

/* --- making ------------------------------------------------------------------------------------------------------ */

static void open_sheets(Languages *l) {
    const Problem *p = l->problem;
    for (int cell = p->cells; cell >= 0; cell--) {
        if (cell < p->cells) l->most_used[cell] = l->most_used[cell + 1] + l->shapes[cell].letters - 1;
        if (l->shapes[cell].words > MOST_WORDS) continue;
        uint64_t *full = make_room(l, l->shapes[cell].words);
        l->asked[cell] = make_room(l, l->shapes[cell].words);
        if (cell == p->cells)
            full[0] = 1;
        else
            for (int letter = 0; letter < l->shapes[cell].letters; letter++) unite(l, cell, full, letter, l->full[cell + 1]);
        l->full[cell] = full;
    }
}

/* The language of a state, but for words that are had already; NULL past the bound on work. */
const uint64_t *ask_state(Languages *l, int cell, const State *state, const uint64_t *had) {
    for (uint32_t word = 0; word < l->shapes[cell].words; word++) l->asked[cell][word] = l->full[cell][word] & ~had[word];
    return find_language(l, cell, state);
}

/* The words of a case with so many jokers of the hand, but for those that an earlier case has. */
static int ask_case(Languages *l, int case_index, const State *start, int jokers) {
    const Problem *p = l->problem;
    uint32_t words = l->shapes[0].words;
    State fewer = *start;
    int unused = p->hand_jokers[case_index] - jokers;
    if (needed_jokers(&l->a, &fewer) + unused > left_of(&fewer)) return 1;
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

/* What was found for the cases so far helps the next ones, but there may be hundreds, and only their roots are needed later. */
static void forget_states(Languages *l) {
    while (l->chunks_count > l->chunks_of_sheets) free(l->chunks[--l->chunks_count]);
    l->used = l->used_by_sheets;
    l->known.count = 0;
    index_clear(&l->known_index);
    memset(l->outlooks, 0, (l->a.nodes.count + 1) * (l->a.jokers + 1) * MOST_LANES * sizeof *l->outlooks);
}

static int ask_cases(Languages *l) {
    const Problem *p = l->problem;
    State start;
    for (int case_index = 0; case_index < p->cases; case_index++) {
        if (!start_of(&l->a, case_index, &start)) continue;
        if (l->chunks_count > MOST_CHUNKS / 2 || l->known.count > MOST_KNOWN / 2) forget_states(l);
        for (int jokers = p->hand_jokers[case_index]; jokers >= 0; jokers--)
            if (!ask_case(l, case_index, &start, jokers)) return 0;
    }
    return 1;
}

/* Every node there is comes from a start, so that there is a place for every outlook. */
static void open_outlooks(Languages *l) {
    State start;
    for (int case_index = 0; case_index < l->problem->cases; case_index++) start_of(&l->a, case_index, &start);
    l->outlooks = calloc((l->a.nodes.count + 1) * (l->a.jokers + 1) * MOST_LANES, sizeof *l->outlooks);
    if (!l->outlooks) abort();
}

/* The languages of a problem, and how many words they have: NULL past the bound on work. */
Languages *find_languages(const Problem *problem, int64_t steps, int64_t *spent) {
    static const int32_t nothing[MOST_CELLS];
    Languages *l = calloc(1, sizeof *l);
    if (!l || !(l->roots = calloc((size_t)problem->cases * MOST_JOKERS + 1, sizeof *l->roots))) abort();
    l->problem = problem;
    l->steps = steps;
    l->used = CHUNK;
    automaton_open(&l->a, problem, nothing, 0, problem->jokers_count);
    index_open(&l->known_index);
    shape_languages(problem, l->shapes);
    open_sheets(l);
    l->chunks_of_sheets = l->chunks_count;
    l->used_by_sheets = l->used;
    open_outlooks(l);
    l->listed = l->shapes[0].words <= MOST_WORDS;
    int whole = l->listed ? ask_cases(l) : count_by_prefixes(l, &l->total);
    if (l->listed && whole) l->total = count_languages(l);
    *spent += l->a.steps;
    automaton_close(&l->a);
    drop(&l->known);
    index_drop(&l->known_index);
    free(l->outlooks);
    if (whole) return l;
    drop_languages(l);
    return NULL;
}

void drop_languages(Languages *l) {
    if (!l) return;
    for (int chunk = 0; chunk < l->chunks_count; chunk++) free(l->chunks[chunk]);
    for (int root = 0; root < l->problem->cases * MOST_JOKERS; root++) free(l->roots[root]);
    free(l->roots);
    free(l);
}
