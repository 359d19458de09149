/* Which nodes can do all that others can.
 *
 * What a rank tells of two nodes is certain, and soon told: each run of the one has a partner in the other, as long or longer. But with
 * the tiles that are still to come a node can often do as much without that: whatever tiles the other is given, it takes them too, with
 * no more jokers, and becomes a node that again can do as much. That is found for all nodes of a class, those before the last number
 * first, and relates nearly twice as many.
 */
#include "simulation.h"

enum { MOST_PAIRS = 4000000, PAIRS_PER_STEP = 4 };

/* Gives the nodes of each class their seats, and counts these; how many pairs there are. */
static int64_t seat_nodes(const Automaton *a, Abilities *abilities, uint32_t *sizes) {
    size_t classes = a->class_cases.count, most = 0;
    int64_t pairs = 0;
    for (size_t place = 0; place < a->nodes.count; place++) {
        uint32_t *size = &sizes[NODE(a, place).class];
        abilities->seats[place] = (*size)++;
        if (most < *size) most = *size;
    }
    for (size_t class = 0; class < classes; class++) pairs += (int64_t)sizes[class] * sizes[class];
    abilities->words = (most + 63) / 64;
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

/* Marks each node with which of some nodes of its class it outdoes: whoever outdoes it does so, too. */
static void mark_nodes(const Automaton *a, Abilities *abilities, const uint32_t *sizes) {
    for (size_t place = 0; place < a->nodes.count; place++) {
        uint32_t size = sizes[NODE(a, place).class];
        for (uint32_t mark = 0; mark < MARK_BITS; mark++) {
            uint32_t seat = mark * size / MARK_BITS;
            if (abilities->outdone[place * abilities->words + seat / 64] >> seat % 64 & 1) abilities->marks[place] |= (uint16_t)(1u << mark);
        }
    }
}

/* The strongest nodes that are asked for in long searches, so that all nodes there will be are compared. */
static void make_strongest(Automaton *a) {
    for (size_t place = 0; place < a->nodes.count; place++) {
        const int32_t *class = (int32_t *)a->class_cases.items + 4 * (size_t)NODE(a, place).class;
        find_node(a, class[0], class[1], class[2], strongest_profile(a, class[0], class[1], class[2], NODE(a, place).profile));
    }
}

static void compare_all(const Automaton *a, Abilities *abilities) {
    for (size_t one = 0; one < a->nodes.count; one++) {
        note(abilities, one, one);
        for (size_t other = 0; other < one; other++) {
            if (NODE(a, one).class != NODE(a, other).class) continue;
            if (compare(a, abilities, one, other)) note(abilities, one, other);
            if (compare(a, abilities, other, one)) note(abilities, other, one);
        }
    }
}

/* Compares all nodes with those of their class; NULL if they are too many. What a node leads to has its place before it. */
Abilities *find_abilities(Automaton *a) {
    make_strongest(a);
    size_t nodes = a->nodes.count;
    Abilities *abilities = allot(1, sizeof *abilities);
    uint32_t *sizes = allot(a->class_cases.count + 1, sizeof *sizes);
    abilities->seats = allot(nodes + 1, sizeof(uint32_t));
    abilities->counts = allot(nodes + 1, sizeof(uint32_t));
    abilities->marks = allot(nodes + 1, sizeof(uint16_t));
    int64_t pairs = seat_nodes(a, abilities, sizes);
    if (pairs <= MOST_PAIRS) {
        abilities->outdone = allot(nodes * abilities->words + 1, sizeof(uint64_t));
        a->steps += pairs / PAIRS_PER_STEP;
        compare_all(a, abilities);
        mark_nodes(a, abilities, sizes);
    } else {
        drop_abilities(abilities);
        abilities = NULL;
    }
    give_back(sizes);
    return abilities;
}

void drop_abilities(Abilities *abilities) {
    if (!abilities) return;
    give_back(abilities->outdone);
    give_back(abilities->seats);
    give_back(abilities->counts);
    give_back(abilities->marks);
    give_back(abilities);
}
