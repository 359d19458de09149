/* Which nodes can do all that others can.
 *
 * What a rank tells of two nodes is certain, and soon told: each run of the one has a partner in the other, as long or longer. But with
 * the tiles that are still to come a node can often do as much without that: whatever tiles the other is given, it takes them too, with
 * no more jokers, and becomes a node that again can do as much. That is found for all nodes of a class, those before the last number
 * first, and relates nearly twice as many.
 */
#include "abilities.h"

#include <stdlib.h>

enum { MOST_PAIRS = 4000000, PAIRS_PER_STEP = 4 };

/* Gives the nodes of each class their seats; how many pairs there are. */
static int64_t seat_nodes(const Automaton *a, Abilities *abilities) {
    size_t nodes = a->nodes.count, classes = a->class_cases.count, most = 0;
    uint32_t *taken = calloc(classes + 1, sizeof *taken);
    int64_t pairs = 0;
    if (!taken) abort();
    for (size_t place = 0; place < nodes; place++) {
        uint32_t *count = &taken[NODE(a, place).class];
        abilities->seats[place] = (*count)++;
        if (most < *count) most = *count;
    }
    for (size_t class = 0; class < classes; class++) pairs += (int64_t)taken[class] * taken[class];
    abilities->words = (most + 63) / 64;
    free(taken);
    return pairs;
}

/* Whether some of these moves takes no more jokers than a move of another node, and leads to a node that can do as much. Where jokers
 * cannot be left over it takes as many. */
static int has_match(const Automaton *a, const Abilities *abilities, Span span, const Move *other) {
    const Move *move = (Move *)a->moves.items + span.first, *end = move + span.count;
    for (; move < end; move++)
        if ((a->problem->lazy ? move->jokers <= other->jokers : move->jokers == other->jokers) &&
            can_as_much(abilities, (uint32_t)move->target, (uint32_t)other->target))
            return 1;
    return 0;
}

/* Whether a node takes all tiles that another of its class takes. */
static int takes_as_much(const Automaton *a, const Abilities *abilities, const Node *one, const Node *other) {
    if (one->low_reals != other->low_reals || one->low_wilds != other->low_wilds) return 0; /* aces put off that must be laid */
    for (int bucket = 0; bucket < other->reals * other->wilds; bucket++) {
        Span mine = ((Span *)a->buckets.items)[one->buckets + bucket], yours = ((Span *)a->buckets.items)[other->buckets + bucket];
        for (int at = 0; at < yours.count; at++)
            if (!has_match(a, abilities, mine, (Move *)a->moves.items + yours.first + at)) return 0;
    }
    return 1;
}

/* At the end a node has all runs ended, or it is dead. */
static int compare(const Automaton *a, const Abilities *abilities, size_t one, size_t other) {
    const Node *mine = &NODE(a, one), *yours = &NODE(a, other);
    if (mine->need > yours->need) return 0;
    return mine->cell == a->problem->cells ? 1 : takes_as_much(a, abilities, mine, yours);
}

static void note(Abilities *abilities, size_t one, size_t other) {
    abilities->outdone[one * abilities->words + abilities->seats[other] / 64] |= (uint64_t)1 << abilities->seats[other] % 64;
    abilities->counts[one]++;
}

/* Compares all nodes there are with those of their class, unless they are too many. What a node leads to has its place before it. */
int find_abilities(Automaton *a, Abilities *abilities) {
    size_t nodes = a->nodes.count;
    *abilities = (Abilities){.seats = calloc(nodes + 1, sizeof(uint32_t)), .counts = calloc(nodes + 1, sizeof(uint32_t))};
    if (!abilities->seats || !abilities->counts) abort();
    int64_t pairs = seat_nodes(a, abilities);
    if (pairs > MOST_PAIRS) return 0;
    if (!(abilities->outdone = calloc(nodes * abilities->words + 1, sizeof(uint64_t)))) abort();
    a->steps += pairs / PAIRS_PER_STEP;
    for (size_t one = 0; one < nodes; one++) {
        note(abilities, one, one);
        for (size_t other = 0; other < one; other++) {
            if (NODE(a, one).class != NODE(a, other).class) continue;
            if (compare(a, abilities, one, other)) note(abilities, one, other);
            if (compare(a, abilities, other, one)) note(abilities, other, one);
        }
    }
    return 1;
}

void drop_abilities(Abilities *abilities) {
    free(abilities->outdone);
    free(abilities->seats);
    free(abilities->counts);
}
