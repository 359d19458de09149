/* All words of a large hand, by looking into every state once.
 *
 * Swept upwards, number by number, every state is found that can be reached, with the leaps between them; swept downwards, the words
 * that lead from each to an end. Half way the two meet: the first letters of a word lead to some states there, and it ends as any of
 * these lets it. So no set of words is much larger than the square root of all, and the work is bounded by how many states there are,
 * whatever is asked. The search that asks only for what is in question (languages.c) looks into far fewer states, but where many
 * words are refuted by what lies far apart it looks into the same ones time and again.
 */
#include <string.h>

#include "forward_backward.h"

enum {
    MOST_SWEPT = 1500000,      /* states */
    MOST_SWEPT_LEAPS = 12000000,
    MOST_IN_MEETING = 4000000, /* 64s of bits */
    MOST_PREFIXES = 8192,      /* first letters: while there are no more it is noted of each state which lead to it */
    MOST_REACHED = 4000000,    /* 64s of bits to note that */
    WORDS_PER_STATE = 8,       /* to lead a state on takes as long as to unite so many 64s of bits */
    SWEPT_PER_STEP = 4         /* what is counted for a leap takes a quarter of other steps, if all are looked for */
};

static inline int is_past_bound(const Sweep *sweep) {
    const Languages *l = sweep->l;
    return l->stopped || l->a->steps > l->steps || is_room_full() || sweep->states > MOST_SWEPT || sweep->leaps > MOST_SWEPT_LEAPS;
}

static inline size_t words_for(size_t bits) { return (bits + WORD - 1) / WORD; }

/* --- upwards ------------------------------------------------------------------------------------------------------- */

static uint32_t place_of(Sweep *sweep, int layer, const State *state) {
    Swept *swept = &sweep->layers[layer];
    uint32_t hash = hash_state(state), place;
    size_t slot = SIZE_MAX;
    while ((place = index_next(&swept->index, hash, &slot)) != UINT32_MAX)
        if (same_state((State *)swept->states.items + place, state)) return place;
    place = (uint32_t)swept->states.count;
    *(State *)push(&swept->states, sizeof(State)) = *state;
    if (swept->states.count * swept->width > MOST_REACHED) swept->width = 0;
    if (swept->width) memset(push(&swept->reached, swept->width * sizeof(uint64_t)), 0, swept->width * sizeof(uint64_t));
    index_add(&swept->index, hash, place);
    sweep->states++;
    return place;
}

/* With some letters, all first letters that lead to a state lead to another. */
static void pass_on(const Sweep *sweep, int layer, size_t from, size_t to, int32_t letters) {
    const Swept *swept = &sweep->layers[layer], *next = swept + 1;
    const uint64_t *reached = reached_by(swept, from);
    size_t first = (size_t)letters * sweep->prefixes, shift = first % WORD;
    uint64_t *after = reached_by(next, to) + first / WORD;
    for (size_t word = 0; word < swept->width; word++) {
        after[word] |= reached[word] << shift;
        if (shift && reached[word] >> (WORD - shift)) after[word + 1] |= reached[word] >> (WORD - shift);
    }
}

/* Notes the leaps of a state over a layer. */
static void sweep_state(Sweep *sweep, int layer, size_t place) {
    Languages *l = sweep->l;
    Swept *swept = &sweep->layers[layer];
    int64_t before = l->a->steps;
    int32_t letters = l->letters_of[layer].count;
    State state = ((State *)swept->states.items)[place];
    reserve(&swept->firsts, sizeof(uint32_t), swept->firsts.count + (size_t)letters + 1);
    uint32_t *firsts = (uint32_t *)swept->firsts.items + swept->firsts.count, noted = (uint32_t)swept->targets.count;
    leap_with_all(l, layer, &state, firsts);
    for (int32_t at = 0; at < letters; at++)
        for (uint32_t leap = firsts[at]; leap < firsts[at + 1]; leap++) {
            uint32_t target = place_of(sweep, layer + 1, &((Leap *)l->leaps.items)[leap].state);
            *(uint32_t *)push(&swept->targets, sizeof(uint32_t)) = target;
            if (sweep->layers[layer + 1].width) pass_on(sweep, layer, place, target, at);
        }
    for (int32_t at = 0; at <= letters; at++) firsts[at] += noted;
    swept->firsts.count += (size_t)letters;
    sweep->leaps += l->leaps.count;
    l->leaps.count = 0;
    l->a->steps = before + 1 + (l->a->steps - before) / SWEPT_PER_STEP;
}

/* Finds all leaps over a layer, and the states after it; whether there were steps and room enough. */
static int sweep_over(Sweep *sweep, int layer) {
    Swept *swept = &sweep->layers[layer], *next = swept + 1;
    size_t prefixes = sweep->prefixes * (size_t)sweep->l->letters_of[layer].count;
    next->width = swept->width && prefixes <= MOST_PREFIXES ? words_for(prefixes) : 0;
    if (!next->width) drop(&swept->reached);
    index_open(&next->index);
    for (size_t place = 0; place < swept->states.count && !is_past_bound(sweep); place++) sweep_state(sweep, layer, place);
    index_drop(&next->index);
    sweep->prefixes = prefixes;
    if (is_past_bound(sweep)) return 0;
    if (next->width && next->states.count) {
        leave_out_outdone(sweep, layer + 1);
    }
    drop(&swept->reached);
    return 1;
}

/* Every case with every number of jokers of the hand. */
static void find_starts(Sweep *sweep) {
    Languages *l = sweep->l;
    const Problem *p = l->problem;
    State start;
    size_t starts = 0;
    for (int case_index = 0; case_index < p->cases; case_index++) starts += 1 + (size_t)p->hand_jokers[case_index];
    sweep->layers[0].width = starts <= MOST_PREFIXES && l->abilities ? words_for(starts) : 0;
    index_open(&sweep->layers[0].index);
    for (int case_index = 0; case_index < p->cases; case_index++)
        for (int jokers = 0; start_if_room(l->a, case_index, &start) && jokers <= p->hand_jokers[case_index]; jokers++) {
            int unused = p->hand_jokers[case_index] - jokers;
            if (needed_jokers(l->a, &start) + unused > left_of(&start)) continue;
            start.common -= (uint64_t)unused << LEFT_SHIFT;
            *(Start *)push(&sweep->starts, sizeof(Start)) = (Start){place_of(sweep, 0, &start), case_index * MOST_JOKERS + jokers};
        }
    index_drop(&sweep->layers[0].index);
    sweep->prefixes = sweep->starts.count;
    for (size_t at = 0; sweep->layers[0].width && at < sweep->starts.count; at++)
        reached_by(&sweep->layers[0], ((Start *)sweep->starts.items)[at].place)[at / WORD] |= (uint64_t)1 << at % WORD;
}

/* --- downwards ----------------------------------------------------------------------------------------------------- */

static void drop_swept(Swept *swept) {
    drop(&swept->states);
    drop(&swept->reached);
    drop(&swept->firsts);
    drop(&swept->targets);
}

/* The words of every state before a layer, out of those of every state after it. */
static uint64_t *go_down(Sweep *sweep, int layer, const uint64_t *after) {
    Languages *l = sweep->l;
    Swept *swept = &sweep->layers[layer];
    uint32_t width = l->width[layer], width_after = l->width[layer + 1];
    int32_t letters = l->letters_of[layer].count;
    const uint32_t *first = swept->firsts.items, *targets = swept->targets.items;
    uint64_t *words = allot(swept->states.count * width + 1, sizeof *words);
    for (size_t place = 0; place < swept->states.count; place++)
        for (int32_t at = 0; at < letters; at++, first++)
            for (uint32_t leap = first[0]; leap < first[1]; leap++)
                unite(l, layer, letters_at(l, layer, at), after + (size_t)targets[leap] * width_after, words + place * width);
    l->a->steps += (int64_t)(swept->targets.count * width_after / WORDS_PER_STEP);
    return words;
}

/* Goes down as long as words to come are fewer than words that came, and there is room for them. */
static void sweep_down(Sweep *sweep) {
    Languages *l = sweep->l;
    const Vector *ends = &sweep->layers[l->layers].states;
    double before[MOST_LAYERS + 1] = {(double)sweep->starts.count};
    uint64_t *words = allot(ends->count + 1, sizeof *words);
    for (int layer = 0; layer < l->layers; layer++) before[layer + 1] = before[layer] * l->letters_of[layer].count;
    for (size_t place = 0; place < ends->count; place++) words[place] = (uint64_t)is_end(l, (State *)ends->items + place);
    int layer = l->layers;
    for (; layer > 0 && l->width[layer] <= WORDS_PER_STATE * before[layer - 1]; layer--) {
        if (l->width[layer - 1] * sweep->layers[layer - 1].states.count > MOST_IN_MEETING) break;
        uint64_t *earlier = go_down(sweep, layer - 1, words);
        drop_swept(&sweep->layers[layer]);
        give_back(words);
        words = earlier;
    }
    sweep->meeting = layer;
    sweep->words = words;
}

/* --- both ---------------------------------------------------------------------------------------------------------- */

/* Leads the states of a front over a layer with some letters. */
static void lead_on(Sweep *sweep, int layer, int32_t letters) {
    const Vector *front = &sweep->fronts[layer];
    Vector *next = &sweep->fronts[layer + 1];
    const Swept *swept = &sweep->layers[layer];
    size_t row = (size_t)sweep->l->letters_of[layer].count;
    next->count = 0;
    sweep->front++;
    for (size_t at = 0; at < front->count; at++) {
        const uint32_t *first = (uint32_t *)swept->firsts.items + ((uint32_t *)front->items)[at] * row + (size_t)letters;
        for (uint32_t leap = first[0]; leap < first[1]; leap++) {
            uint32_t target = ((uint32_t *)swept->targets.items)[leap];
            if (sweep->marks[target] == sweep->front) continue;
            sweep->marks[target] = sweep->front;
            *(uint32_t *)push(next, sizeof(uint32_t)) = target;
        }
    }
    sweep->l->a->steps += 1 + (int64_t)(front->count + next->count) * WORDS_PER_STATE / WORDS_PER_STEP;
}

/* Adds the words of all states of a front to a root, where its letters lead to. */
static void meet(Sweep *sweep, const Letters *block, uint64_t *root) {
    Languages *l = sweep->l;
    const Vector *front = &sweep->fronts[sweep->meeting];
    uint32_t width = l->width[sweep->meeting];
    for (size_t at = 0; at < front->count; at++)
        unite(l, sweep->meeting - 1, block, sweep->words + (size_t)((uint32_t *)front->items)[at] * width, root);
    l->a->steps += 1 + (int64_t)(front->count * width / WORDS_PER_STEP);
}

/* Every choice of letters in one layer after the other. */
static void part(Sweep *sweep, int layer, Letters block, uint64_t *root) {
    Languages *l = sweep->l;
    if (layer == sweep->meeting) {
        meet(sweep, &block, root);
        return;
    }
    for (int32_t place = 0; place < l->letters_of[layer].count && !is_past_bound(sweep); place++) {
        const Letters *letters = letters_at(l, layer, place);
        Letters narrower = {.word = block.word + letters->word, .shift = block.shift + letters->shift};
        lead_on(sweep, layer, place);
        if (sweep->fronts[layer + 1].count) part(sweep, layer + 1, narrower, root);
    }
}

/* The words of all starts, each to its root. */
static void join_both(Sweep *sweep) {
    Languages *l = sweep->l;
    size_t most = 0;
    for (int layer = 0; layer <= sweep->meeting; layer++)
        if (most < sweep->layers[layer].states.count) most = sweep->layers[layer].states.count;
    sweep->marks = allot(most + 1, sizeof *sweep->marks);
    for (size_t at = 0; at < sweep->starts.count; at++) {
        Start start = ((Start *)sweep->starts.items)[at];
        sweep->fronts[0].count = 0;
        *(uint32_t *)push(&sweep->fronts[0], sizeof(uint32_t)) = start.place;
        part(sweep, 0, (Letters){{0}, 0, 0}, root_of(l, start.root));
    }
}

/* Finds the words of all cases; whether there were steps and room enough. */
int sweep_words(Languages *l) {
    Sweep sweep = {.l = l};
    int whole = 1;
    sweep.layers = allot((size_t)l->layers + 1, sizeof *sweep.layers);
    find_starts(&sweep);
    for (int layer = 0; layer < l->layers && whole; layer++) whole = sweep_over(&sweep, layer);
    if (whole) {
        sweep_down(&sweep);
        join_both(&sweep);
        whole = !is_past_bound(&sweep);
    }
    for (int layer = 0; layer <= l->layers; layer++) {
        drop_swept(&sweep.layers[layer]);
        drop(&sweep.fronts[layer]);
    }
    drop(&sweep.starts);
    drop(&sweep.piles);
    give_back(sweep.layers);
    give_back(sweep.words);
    give_back(sweep.marks);
    return whole;
}
