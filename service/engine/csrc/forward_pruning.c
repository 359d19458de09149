/* States that are left out of a sweep, since all first letters that lead to them lead to stronger ones too. */
#include <stdlib.h>
#include <string.h>

#include "forward_backward.h"

enum { NOWHERE = -1 };

static inline int is_reached(const Swept *swept, size_t place) {
    uint64_t any = 0;
    for (size_t word = 0; word < swept->width; word++) any |= reached_by(swept, place)[word];
    return any != 0;
}

/* A state among those that may outdo it. */
typedef struct {
    State state;
    uint64_t put_off[2]; /* what a node of each lane has put off, or has without a real tile */
    uint32_t sum, place; /* sum: of all that its nodes outdo, so that nobody is outdone by one who comes later */
    int32_t before;      /* the rival before it in its pile */
} Rival;

/* Rivals that have the same nodes in the first two lanes: mostly these tell already that they are no stronger. */
typedef struct {
    uint32_t node[2];
    int32_t last;
} Pile;

static Rival make_rival(const Sweep *sweep, const State *state, size_t place) {
    Rival rival = {.state = *state, .place = (uint32_t)place};
    Strength strength;
    weigh(sweep->l->a, state, &strength);
    memcpy(rival.put_off, strength.same, sizeof rival.put_off);
    for (int lane = 0; lane < sweep->l->problem->lanes; lane++) rival.sum += sweep->l->abilities->counts[state->node[lane]];
    return rival;
}

static int is_stronger(const Sweep *sweep, const State *one, const State *other) {
    const Languages *l = sweep->l;
    return can_all_as_much(l->abilities, l->problem, (uint32_t)(one->common & QUALITY), one->node, (uint32_t)(other->common & QUALITY), other->node);
}

/* By what must be the same. */
static int by_kind(const Rival *one, const Rival *other) {
    uint64_t mine = one->state.common >> CASE_SHIFT, yours = other->state.common >> CASE_SHIFT;
    if (mine != yours) return mine < yours ? -1 : 1;
    for (int half = 0; half < 2; half++)
        if (one->put_off[half] != other->put_off[half]) return one->put_off[half] < other->put_off[half] ? -1 : 1;
    return 0;
}

static int in_order(const void *left, const void *right) {
    const Rival *one = left, *other = right;
    int kind = by_kind(one, other), more = left_of(&one->state) - left_of(&other->state);
    if (kind) return kind;
    if (one->sum != other->sum) return one->sum > other->sum ? -1 : 1;
    if (more) return more > 0 ? -1 : 1;
    return one->place < other->place ? -1 : 1;
}

/* Takes the letters from a state that lead to a stronger one too; whether any are left. */
static int is_left(const Swept *swept, const Rival *stronger, const Rival *weaker) {
    const uint64_t *known = reached_by(swept, stronger->place);
    uint64_t *left = reached_by(swept, weaker->place), any = 0;
    for (size_t word = 0; word < swept->width; word++) any |= left[word] &= ~known[word];
    return any != 0;
}

/* Compares a state with all before it of its kind, and puts it to them if letters are left that lead to none of these. */
static void pile_up(Sweep *sweep, const Swept *swept, Rival *rivals, int32_t at) {
    const Rival *one = &rivals[at];
    const Abilities *abilities = sweep->l->abilities;
    size_t own = sweep->piles.count;
    for (size_t place = 0; place < sweep->piles.count; place++) {
        const Pile *pile = (Pile *)sweep->piles.items + place;
        sweep->compared++;
        if (pile->node[0] == one->state.node[0] && pile->node[1] == one->state.node[1]) own = place;
        if (!can_as_much(abilities, pile->node[0], one->state.node[0]) || !can_as_much(abilities, pile->node[1], one->state.node[1])) continue;
        for (int32_t rival = pile->last; rival >= 0; rival = rivals[rival].before) {
            sweep->compared++;
            if (is_stronger(sweep, &rivals[rival].state, &one->state) && !is_left(swept, &rivals[rival], one)) return;
        }
    }
    if (own == sweep->piles.count) *(Pile *)push(&sweep->piles, sizeof(Pile)) = (Pile){{one->state.node[0], one->state.node[1]}, NOWHERE};
    Pile *pile = (Pile *)sweep->piles.items + own;
    rivals[at].before = pile->last;
    pile->last = at;
}

/* Leaves of the letters that lead to a state only those that lead to no stronger one. */
static void find_outdone(Sweep *sweep, int layer) {
    const Swept *swept = &sweep->layers[layer];
    size_t count = swept->states.count;
    Rival *rivals = allot_bytes((count + 1) * sizeof *rivals);
    for (size_t place = 0; place < count; place++) rivals[place] = make_rival(sweep, (State *)swept->states.items + place, place);
    qsort(rivals, count, sizeof *rivals, in_order);
    for (size_t at = 0; at < count; at++) {
        if (at && by_kind(&rivals[at - 1], &rivals[at])) sweep->piles.count = 0;
        pile_up(sweep, swept, rivals, (int32_t)at);
    }
    sweep->piles.count = 0;
    sweep->l->a->steps += sweep->compared / COMPARISONS_PER_STEP;
    sweep->compared = 0;
    give_back(rivals);
}

/* Leaves out all leaps to states that are reached by nothing, and these. */
static void leave_out_unreached(Sweep *sweep, int layer) {
    Swept *swept = &sweep->layers[layer], *before = swept - 1;
    size_t count = swept->states.count, kept = 0, noted = 0;
    int32_t *places = allot_bytes((count + 1) * sizeof *places);
    for (size_t place = 0; place < count; place++) {
        places[place] = is_reached(swept, place) ? (int32_t)kept : NOWHERE;
        if (places[place] == NOWHERE) continue;
        ((State *)swept->states.items)[kept] = ((State *)swept->states.items)[place];
        memmove(reached_by(swept, kept++), reached_by(swept, place), swept->width * sizeof(uint64_t));
    }
    swept->states.count = swept->reached.count = kept;
    uint32_t *firsts = before->firsts.items, *targets = before->targets.items;
    for (size_t row = 0, leap = 0; row < before->firsts.count; row++) {
        uint32_t end = firsts[row + 1];
        firsts[row] = (uint32_t)noted;
        for (; leap < end; leap++)
            if (places[targets[leap]] != NOWHERE) targets[noted++] = (uint32_t)places[targets[leap]];
    }
    firsts[before->firsts.count] = (uint32_t)noted;
    sweep->states -= count - kept;
    sweep->leaps -= before->targets.count - noted;
    before->targets.count = noted;
    give_back(places);
}

/* Leaves out of a layer what others outdo that the same letters lead to. */
void leave_out_outdone(Sweep *sweep, int layer) {
    find_outdone(sweep, layer);
    leave_out_unreached(sweep, layer);
}
