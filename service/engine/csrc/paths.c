/* The way of each word through the numbers: at each the first step, nearest to how the table was, from which the word can be
 * ended. See plays/sharing.py.
 *
 * Words that end alike, and stand before a number in the same state, have the same way from there; and all that stand there are
 * asked about together, each ending a bit. Steps are tried nearest first, and only until all these have theirs: mostly
 * that is the first. What a lane alone needs of jokers to end a word tells early which steps lead nowhere, and so does a stronger
 * state that has failed.
 */
#include <stddef.h>
#include <string.h>

#include "paths.h"

static const uint64_t *find_words(Ways *w, int layer, const State *state, int32_t *stop);

/* --- what may follow --------------------------------------------------------------------------------------------- */

static const uint8_t NOTHING[MOST_TOGETHER];
static const Outlook AT_END = {NOTHING, 0, 0};

/* How many units of jokers a node's lane alone needs at least for each ending. */
static const Outlook *find_needs(Ways *w, int layer, uint32_t place) {
    Outlook *outlook = &w->outlooks[place];
    if (layer == w->layers) return &AT_END;
    if (outlook->needs) return outlook;
    const Node *node = &NODE(w->a, place);
    const LaneEndings *endings = &w->endings[layer].lanes[node->cell - cell_before(w->p, layer)];
    uint8_t *needs = take_room(w, (size_t)endings->count);
    if (!needs) return &AT_END;
    memset(needs, NEVER, (size_t)endings->count);
    w->a->steps++;
    for (int at = 0; at < node->options.count; at++) {
        const Option *option = (Option *)w->a->options.items + node->options.first + at;
        int first = endings->first[option->letter], end = endings->first[option->letter + 1];
        for (int move = 0; first < end && move < option->moves.count; move++) {
            const Move *taken = (Move *)w->a->moves.items + option->moves.first + move;
            int units = option->units + UNITS * taken->jokers, most = 0;
            if (units + taken->need >= w->a->stride) continue;
            for (int ending = first; ending < end; ending++) most = most > needs[ending] ? most : needs[ending];
            if (units + taken->need >= most) continue; /* no less than what is known */
            const uint8_t *after = find_needs(w, layer + 1, (uint32_t)taken->target)->needs;
            for (int ending = first; ending < end; ending++) {
                int need = units + after[endings->next[ending]];
                if (need < needs[ending]) needs[ending] = (uint8_t)need;
            }
        }
    }
    outlook->least = NEVER;
    for (int ending = 0; ending < endings->count; ending++) {
        if (outlook->least > needs[ending]) outlook->least = needs[ending];
        if (outlook->most < needs[ending]) outlook->most = needs[ending];
    }
    outlook->needs = needs;
    return outlook;
}

/* Of some endings those that a lane lets with so many units of jokers; whether there are any. */
static int keep_let(const Endings *e, int lane, const Outlook *outlook, int units, uint64_t *open) {
    const uint16_t *of = e->lanes[lane].of;
    uint64_t any = 0;
    if (outlook->least > units) return 0;
    if (outlook->most <= units) return 1;
    for (uint32_t word = 0; word < e->width; word++) {
        for (uint64_t left = open[word]; left; left &= left - 1)
            if (outlook->needs[of[word * WORD + (uint32_t)__builtin_ctzll(left)]] > units) open[word] &= ~(left & -left);
        any |= open[word];
    }
    return any != 0;
}

/* --- arriving ------------------------------------------------------------------------------------------------------- */

/* Steps in the making, from one stop with the same letters. */
typedef struct {
    Enumeration e;
    Ways *w;
    int32_t stop, letters;
    const Endings *after;
    uint64_t *open; /* of the endings after these letters those that have no way yet */
} Leaping;

/* Writes onto the next layer's sheet which of some endings have no way yet, and may have one from a state; whether there are
 * any. */
static int ask_on(Leaping *g, const State *state, const uint64_t *open) {
    const Endings *e = g->after;
    int layer = g->e.layer + 1, need = needs(g->e.a, state);
    uint64_t any = 0;
    for (uint32_t word = 0; word < e->width; word++) any |= e->asked[word] = open[word] & g->open[word];
    if (!any || layer == g->w->layers) return any != 0;
    for (int lane = 0; lane < g->w->p->lanes && !g->w->p->mixed; lane++) {
        int units = UNITS * left_of(state) - need + NODE(g->e.a, state->node[lane]).need;
        if (!keep_let(e, lane, find_needs(g->w, layer, state->node[lane]), units, e->asked)) return 0;
    }
    return !g->w->oracle || heed_oracle(g->w, layer, state, e->asked);
}

/* Arrives before the next number: what can be ended from there has its way. */
static void land(Enumeration *enumeration, const State *state, uint64_t how, const uint64_t *open) {
    Leaping *g = (Leaping *)enumeration;
    Ways *w = g->w;
    int layer = g->e.layer;
    const Endings *e = &w->endings[layer];
    uint64_t left = 0, any = 0, ended[MOST_WIDTH];
    int32_t next = -1;
    if (!ask_on(g, state, open)) {
        g->e.done |= w->stopped;
        return;
    }
    const uint64_t *found = g->after->asked;
    if (layer + 1 < w->layers)
        found = find_words(w, layer + 1, state, &next);
    else if (!is_end(g->e.a, state))
        return;
    if (w->stopped) {
        g->e.done = 1;
        return;
    }
    for (uint32_t word = 0; word < g->after->width; word++) {
        any |= ended[word] = found[word] & open[word] & g->open[word];
        left |= g->open[word] &= ~ended[word];
    }
    if (!any) return;
    const Stop *stop = (Stop *)w->stops.items + g->stop;
    int32_t way = (int32_t)w->ways.count;
    *(Way *)push(&w->ways, sizeof(Way)) = (Way){how, next, (uint16_t)g->letters, (uint8_t)left_of(state), 0, 0, -1};
    for (int ending = e->first[g->letters]; ending < e->first[g->letters + 1]; ending++)
        if (ended[e->next[ending] / WORD] >> e->next[ending] % WORD & 1) {
            stop->ways[ending] = way;
            stop->found[ending / WORD] |= (uint64_t)1 << ending % WORD;
        }
    g->e.done = !left;
}

static int prepare(Enumeration *e, Choice *choice) {
    (void)e, (void)choice;
    return 1;
}

/* Of some endings those that have no way yet and that a choice lets. */
static int narrow(Enumeration *e, int lane, const Choice *choice, const uint64_t *open, uint64_t *narrower) {
    const Leaping *g = (Leaping *)e;
    uint64_t any = 0;
    for (uint32_t word = 0; word < g->after->width; word++) any |= narrower[word] = open[word] & g->open[word];
    return any && keep_let(g->after, lane, find_needs(g->w, e->layer + 1, choice->target), choice->spare, narrower);
}

/* Looks for ways of endings with the same letters. */
static void leap_on(Ways *w, int layer, int32_t stop, int32_t letters, uint64_t *open) {
    Leaping g;
    uint64_t asked[MOST_WIDTH];
    State state = ((Stop *)w->stops.items)[stop].state;
    uint8_t by_colour[MOST_COLOURS] = {0};
    g.e.a = w->a;
    g.e.before = w->before;
    g.e.prepare = prepare;
    g.e.narrow = narrow;
    g.e.land = land;
    g.w = w;
    g.stop = stop;
    g.letters = letters;
    g.after = &w->endings[layer + 1];
    g.open = open;
    memcpy(asked, open, g.after->width * sizeof(uint64_t));
    for (int colour = 0; colour < w->p->colours && layer < w->p->numbers_count; colour++)
        by_colour[colour] = (uint8_t)letter_of(w->endings[layer].letters[letters], colour);
    enumerate_transitions(&g.e, layer, &state, by_colour, asked);
}

/* --- stops ---------------------------------------------------------------------------------------------------------- */

/* The place of a state before a layer, or -1 if there is no room for it. */
static int32_t find_stop(Ways *w, int layer, const State *state) {
    const Endings *e = &w->endings[layer];
    uint32_t hash = hash_state(state) + (uint32_t)layer * 0x9E3779B1u, place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&w->index, hash, &slot)) != UINT32_MAX) {
        const Stop *stop = (Stop *)w->stops.items + place;
        if (stop->layer == layer && same_state(&stop->state, state)) return (int32_t)place;
    }
    uint64_t *found = take_room(w, 2 * e->width * sizeof(uint64_t) + (size_t)e->count * sizeof(int32_t));
    if (!found) return -1;
    place = (uint32_t)w->stops.count;
    index_add(&w->index, hash, place);
    *(Stop *)push(&w->stops, sizeof(Stop)) = (Stop){*state, layer, 0, 0, found, (int32_t *)(found + 2 * e->width)};
    return (int32_t)place;
}

static Failed see(const Automaton *a, const Stop *stop) {
    Failed seen = {.class = stop->state.common >> CLASS_SHIFT, .found = stop->found};
    weigh(a, &stop->state, &seen.strength);
    return seen;
}

/* Leaves of what is asked about a stop only what no stop that outdoes it lacks; whether there is any. */
static int learn_from_failed(Ways *w, int32_t place, uint64_t *asked) {
    Stop *stop = (Stop *)w->stops.items + place;
    const Endings *e = &w->endings[stop->layer];
    const Failed *failed = e->failed.items;
    uint64_t *answered = stop->found + e->width, any = 1;
    if (stop->seen == (int32_t)e->failed.count) return 1;
    Failed seen = see(w->a, stop);
    w->a->steps += ((int64_t)e->failed.count - stop->seen) / COMPARISONS_PER_STEP;
    for (; any && stop->seen < (int32_t)e->failed.count; stop->seen++) {
        const Failed *other = &failed[stop->seen];
        if (other->class != seen.class || !outdoes(&other->strength, &seen.strength)) continue;
        any = 0;
        for (uint32_t word = 0; word < e->width; word++) {
            answered[word] |= other->found[e->width + word] & ~other->found[word];
            any |= asked[word] &= ~answered[word];
        }
    }
    return any != 0;
}

/* The endings that can be had from a state, as far as they are asked about on the sheet of its layer. */
static const uint64_t *find_words(Ways *w, int layer, const State *state, int32_t *place) {
    const Endings *e = &w->endings[layer];
    int32_t stop = *place = find_stop(w, layer, state);
    if (stop < 0) return NULL;
    uint64_t *found = ((Stop *)w->stops.items)[stop].found, *answered = found + e->width, asked[MOST_WIDTH], open[MOST_WIDTH], any = 0;
    for (uint32_t word = 0; word < e->width; word++) any |= asked[word] = e->asked[word] & ~answered[word];
    if (!any || !learn_from_failed(w, stop, asked)) return found;
    for (int32_t at = 0; at < e->letters_count && !w->stopped; at++) {
        int some = 0;
        memset(open, 0, e[1].width * sizeof *open);
        for (int ending = e->first[at]; ending < e->first[at + 1]; ending++)
            if (asked[ending / WORD] >> ending % WORD & 1) {
                open[e->next[ending] / WORD] |= (uint64_t)1 << e->next[ending] % WORD;
                some = 1;
            }
        if (some) leap_on(w, layer, stop, at, open);
    }
    any = 0;
    for (uint32_t word = 0; word < e->width; word++) {
        answered[word] |= asked[word];
        any |= asked[word] & ~found[word];
    }
    Stop *answering = (Stop *)w->stops.items + stop;
    if (any && !answering->failed) *(Failed *)push(&w->endings[layer].failed, sizeof(Failed)) = see(w->a, answering);
    answering->failed |= any != 0;
    if (w->a->steps > w->steps) w->stopped = 1;
    return found;
}

/* Finds ways for the endings on the first sheet from a state on; the place of that state, or -1 if one has none. */
int32_t find_ways(Ways *w, const State *start) {
    const Endings *e = &w->endings[0];
    int32_t stop;
    const uint64_t *found = w->stopped ? NULL : find_words(w, 0, start, &stop);
    if (w->stopped) return -1;
    for (uint32_t word = 0; word < e->width; word++)
        if (e->asked[word] & ~found[word]) return -1;
    return stop;
}

void ways_open(Ways *w, Automaton *a, int case_index, int64_t steps, const Shares *before) {
    State start;
    memset(w, 0, offsetof(Ways, endings) + ((size_t)a->layers + 1) * sizeof(Endings));
    w->a = a;
    w->p = a->problem;
    w->steps = steps;
    w->layers = a->layers;
    w->before = before;
    index_open(&w->index);
    start_of(a, case_index, &start); /* all nodes come from this one */
    w->outlooks = allot(a->nodes.count + 1, sizeof *w->outlooks);
}

void ways_close(Ways *w) {
    drop_languages(w->oracle);
    for (int layer = 0; layer <= w->layers; layer++) drop(&w->endings[layer].failed);
    for (size_t room = 0; room < w->rooms.count; room++) give_back(((void **)w->rooms.items)[room]);
    drop(&w->rooms);
    drop(&w->stops);
    drop(&w->ways);
    index_drop(&w->index);
    give_back(w->outlooks);
}
