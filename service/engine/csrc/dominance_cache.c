/* What answered states say about others.
 *
 * Where a state outdoes another, all words of the other are words of it too, and what it lacks the other lacks. So most states are
 * never looked into: a stronger one has failed before them, or a weaker one has got through. Where states fail all the same, the
 * strongest state there could be is asked before them: one long run open for every tile to come. It fails by what is ahead alone, and so
 * for all.
 */
#include <string.h>

#include "language.h"

Seen see_state(const Languages *l, const State *state) {
    Seen seen = {.class = state->common >> CLASS_SHIFT};
    weigh(l->a, state, &seen.strength);
    for (int lane = 0; lane < l->problem->lanes; lane++) seen.marks |= (uint64_t)NODE(l->a, state->node[lane]).marks << MARK_BITS * lane;
    return seen;
}

static const Answers *told_by(const Languages *l, const Judged *judged) { return &((Known *)l->known.items)[judged->place].answers; }

/* Answers from others what is asked about a state on the sheet of its layer, as far as they can. Whether any words are left. */
int recall(Languages *l, int layer, const Seen *seen, Answers *answers) {
    uint32_t words = l->width[layer];
    uint64_t *asked = l->asked[layer], *answered = answers->answered, any = 1;
    const Vector *lets = &l->lets[layer], *lacks = &l->lacks[layer];
    l->a->steps += (int64_t)(lets->count + lacks->count - answers->seen_lets - answers->seen_lacks) / GLANCES_PER_STEP;
    int32_t at = answers->seen_lacks, count = (int32_t)lacks->count;
    for (const Judged *all = lacks->items; any && at < count; at++) {
        const Judged *other = &all[at];
        if (!is_above(&other->seen, seen)) continue;
        const Answers *told = told_by(l, other);
        any = 0;
        for (uint32_t word = 0; word < words; word++) {
            answered[word] |= told->answered[word] & ~told->language[word];
            any |= asked[word] &= ~answered[word];
        }
    }
    answers->seen_lacks = at;
    at = answers->seen_lets;
    count = (int32_t)lets->count;
    for (const Judged *all = lets->items; any && at < count; at++) {
        const Judged *other = &all[at];
        if (!is_above(seen, &other->seen)) continue;
        const uint64_t *told = told_by(l, other)->language;
        uint64_t *language = own_language(l, layer, answers);
        if (!language) return 1;
        any = 0;
        for (uint32_t word = 0; word < words; word++) {
            language[word] |= told[word];
            answered[word] |= told[word];
            any |= asked[word] &= ~answered[word];
        }
    }
    answers->seen_lets = at;
    return any != 0;
}

/* The state of a layer that outdoes all that have no more jokers; whether there is one, and it is another. */
static int find_strongest(Languages *l, int layer, const State *state, State *strongest) {
    const Problem *p = l->problem;
    *strongest = *state;
    if (p->lazy) strongest->common |= (uint64_t)1 << RUN_SHIFT;
    for (int lane = 0; lane < p->lanes; lane++) {
        uint32_t profile = strongest_profile(l->a, case_of(state), lane, layer, NODE(l->a, state->node[lane]).profile);
        strongest->node[lane] = (uint32_t)find_node(l->a, case_of(state), lane, layer, profile);
    }
    reach_nodes(l);
    return !same_state(strongest, state);
}

/* Where states of a layer failed often: of the words asked about a state, leaves those on the sheet that the strongest of all has.
 * Whether there are any. With more jokers left there is much that it can do, which pays only where very many fail. */
int ask_strongest(Languages *l, int layer, int32_t place) {
    State state = ((Known *)l->known.items)[place].state, strongest;
    uint32_t words = l->width[layer];
    uint64_t *asked = l->asked[layer], *kept = l->kept[layer], any = 0;
    int often = left_of(&state) > 1 ? FAILED_VERY_OFTEN : FAILED_OFTEN;
    if (!layer || l->failed[layer] < often || l->a->tally) return 1;
    if (!find_strongest(l, layer, &state, &strongest)) return 1;
    for (uint32_t word = 0; word < words; word++) kept[word] = asked[word];
    Seen seen = see_state(l, &strongest);
    const uint64_t *language = find_language(l, layer, &strongest, &seen);
    if (!language) return 0;
    uint64_t *answered = ((Known *)l->known.items)[place].answers.answered;
    for (uint32_t word = 0; word < words; word++) {
        answered[word] |= kept[word] & ~language[word];
        any |= asked[word] = kept[word] & language[word];
    }
    return any != 0;
}

/* Lists a state that was answered, for others to see, and counts it if it had none of the words it was asked about. */
void judge(Languages *l, int layer, int32_t place) {
    Known *known = (Known *)l->known.items + place;
    uint32_t words = l->width[layer];
    const uint64_t *language = known->answers.language, *answered = known->answers.answered;
    uint64_t has = 0, lacks = 0, now = 0;
    for (uint32_t word = 0; word < words; word++) {
        has |= language[word];
        now |= language[word] & l->asked[layer][word];
        lacks |= answered[word] & ~language[word];
    }
    Judged seen = {see_state(l, &known->state), place};
    if (has && !known->lets) *(Judged *)push(&l->lets[layer], sizeof(Judged)) = seen;
    if (lacks && !known->lacks) *(Judged *)push(&l->lacks[layer], sizeof(Judged)) = seen;
    known->lets |= has != 0;
    known->lacks |= lacks != 0;
    l->failed[layer] += !now;
}

/* Lists nobody any more, and counts failures anew. */
void clear_judged(Languages *l) {
    memset(l->failed, 0, sizeof l->failed);
    for (int layer = 0; layer < l->layers; layer++) l->lets[layer].count = l->lacks[layer].count = 0;
}

void forget_judged(Languages *l) {
    for (int layer = 0; layer < l->layers; layer++) {
        drop(&l->lets[layer]);
        drop(&l->lacks[layer]);
    }
}
