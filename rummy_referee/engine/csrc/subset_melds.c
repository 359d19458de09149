/* The least that a hand of up to 14 cards counts, where two runs, one of them without jokers, protect the other melds.
 *
 * A set of cards is a word of 14 bits: bit i is the card i of the hand, which is in canonical order. First, every set is
 * classified: no meld, a pure run, another run, or a group. Then a table has, for each set and each state of what is
 * still required, the least points and cards that the set leaves in no meld:
 *
 *     state   3: two runs, one pure   2: one pure run   1: one run   0: nothing
 *     value   points * 16 + cards left; MANY where the state cannot be satisfied
 *
 * The lowest card of a set is either left or in one of the melds that it is the lowest card of:
 *
 *     least[S][state] = min(least[S - low][state] + cost(low), least[S - meld][state after the meld])
 *
 * For example, of 5h 6h 7h 9d 9c 9s Kd the state 1 leaves Kd, with the value 10 * 16 + 1; the state 3 is MANY.
 * A fifth column counts cards alone and requires nothing. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CARDS 14
#define STATES 5
#define CARDS_ALONE 4
#define MANY 0x3fff
#define MOST_MELDS 4
#define RESULT 8

enum { NONE, PURE, RUN, GROUP };
enum { PLAIN, WILD_RANK, PRINTED };

typedef struct {
    uint8_t suit, rank, points, role;
} Card;

typedef struct {
    uint16_t least[1 << MOST_CARDS][STATES];
    uint8_t kind[1 << MOST_CARDS];
    uint16_t melds[1 << MOST_CARDS]; /* by their lowest card */
    int first[MOST_CARDS + 1];
    int size;
    const Card *cards;
    int64_t steps;
} Table;

static const uint8_t AFTER[4][STATES] = {
    [PURE] = {0, 0, 0, 1, 4},
    [RUN] = {0, 0, 2, 2, 4},
    [GROUP] = {0, 1, 2, 3, 4},
};

int engine_meld_hand(const uint8_t *cards, int size, int protects, int32_t *results, int64_t *steps);

/* Whether these ranks fit into a window of consecutive ranks; the ace is low or high. */
static int fits(unsigned ranks, int length) {
    if (length > 13) return 0;
    for (int start = 1; start + length - 1 <= 14; start++) {
        unsigned window = ((1u << length) - 1) << start;
        if (window >> 14 & 1) window |= 2, window &= ~(1u << 14);
        if (!(ranks & ~window)) return 1;
    }
    return 0;
}

/* The kind of a set of at least three cards. Of the cards that can be jokers all are, unless none is needed. */
static int classify(const Table *t, unsigned set) {
    unsigned ranks = 0, suits = 0, all_ranks = 0, all_suits = 0;
    int length = 0, plain = 0, printed = 0, repeated = 0, all_repeated = 0;
    for (unsigned rest = set; rest; rest &= rest - 1, length++) {
        const Card *card = &t->cards[__builtin_ctz(rest)];
        if (card->role == PRINTED) {
            printed++;
            continue;
        }
        all_repeated |= all_ranks >> card->rank & 1;
        all_ranks |= 1u << card->rank;
        all_suits |= 1u << card->suit;
        if (card->role == PLAIN) {
            plain++;
            repeated |= ranks >> card->rank & 1;
            ranks |= 1u << card->rank;
            suits |= 1u << card->suit;
        }
    }
    if (!printed && !all_repeated && !(all_suits & (all_suits - 1)) && fits(all_ranks, length)) return PURE;
    if (!plain) return length <= 13 ? RUN : NONE; /* one of them stands for itself */
    if (!repeated && !(suits & (suits - 1)) && fits(ranks, length)) return RUN;
    if (length <= 4 && !(ranks & (ranks - 1)) && __builtin_popcount(suits) == plain) return GROUP;
    return NONE;
}

static void find_melds(Table *t) {
    int count = 0;
    for (int low = 0; low < t->size; low++) {
        t->first[low] = count;
        for (unsigned above = 0; above < 1u << (t->size - low - 1); above++) {
            unsigned set = (above << 1 | 1) << low;
            t->kind[set] = (uint8_t)(__builtin_popcount(set) < 3 ? NONE : classify(t, set));
            if (t->kind[set]) t->melds[count++] = (uint16_t)set;
        }
    }
    t->first[t->size] = count;
    t->steps += 1 << t->size;
}

static void try_meld(Table *t, unsigned set, unsigned meld) {
    const uint8_t *after = AFTER[t->kind[meld]];
    const uint16_t *rest = t->least[set ^ meld];
    for (int state = 0; state < STATES; state++) {
        if (rest[after[state]] < t->least[set][state]) t->least[set][state] = rest[after[state]];
    }
}

static void fill(Table *t) {
    static const uint16_t EMPTY[STATES] = {0, MANY, MANY, MANY, 0};
    memcpy(t->least[0], EMPTY, sizeof EMPTY);
    for (unsigned set = 1; set < 1u << t->size; set++) {
        int low = __builtin_ctz(set);
        unsigned rest = set & (set - 1);
        for (int state = 0; state < STATES; state++) {
            int cost = state == CARDS_ALONE ? 1 : t->cards[low].points * 16 + 1;
            int left = t->least[rest][state] + cost;
            t->least[set][state] = (uint16_t)(left < MANY ? left : MANY);
        }
        int listed = t->first[low + 1] - t->first[low];
        if (listed < 1 << __builtin_popcount(rest)) {
            for (int at = t->first[low]; at < t->first[low + 1]; at++) {
                if (!(t->melds[at] & ~set)) try_meld(t, set, t->melds[at]);
            }
            t->steps += listed / 4 + 1;
        } else {
            for (unsigned part = rest; part; part = (part - 1) & rest) {
                unsigned meld = part | (set ^ rest);
                if (t->kind[meld]) try_meld(t, set, meld);
            }
            t->steps += (1 << __builtin_popcount(rest)) / 4;
        }
    }
}

/* Whether a meld uses the second of two equal cards of a set although it could use the first. */
static int skips_copy(const Table *t, unsigned set, unsigned meld) {
    for (int at = 1; at < t->size; at++) {
        const Card *one = &t->cards[at - 1], *other = &t->cards[at];
        int equal = one->suit == other->suit && one->rank == other->rank && one->role == other->role;
        if (equal && set >> (at - 1) & 1 && meld >> at & 1 && !(meld >> (at - 1) & 1)) return 1;
    }
    return 0;
}

/* Whether a meld comes before another one with the same lowest card: compared card by card. */
static int is_before(unsigned meld, unsigned other) {
    unsigned differ = meld ^ other, lowest = differ & -differ;
    return meld & lowest ? (other & ~(lowest * 2 - 1)) != 0 : (meld & ~(lowest * 2 - 1)) == 0;
}

/* The melds with the least value, as the smallest sorted list. Returns their number. */
static int rebuild(const Table *t, unsigned set, int state, int32_t *melds) {
    int count = 0;
    while (set) {
        int low = __builtin_ctz(set), value = t->least[set][state];
        unsigned best = 0;
        for (int at = t->first[low]; at < t->first[low + 1]; at++) {
            unsigned meld = t->melds[at];
            if (meld & ~set || t->least[set ^ meld][AFTER[t->kind[meld]][state]] != value) continue;
            if (!skips_copy(t, set, meld) && (!best || is_before(meld, best))) best = meld;
        }
        if (best) {
            melds[count++] = (int32_t)best;
            state = AFTER[t->kind[best]][state];
            set ^= best;
        } else {
            set &= set - 1;
        }
    }
    return count;
}

/* The pure run that protects the most points where there is no second run, then with the fewest cards left. */
static unsigned find_protected(const Table *t, unsigned set, int *points) {
    unsigned best = 0;
    int least = 0;
    *points = 0;
    for (int at = 0; at < t->first[t->size]; at++) {
        unsigned meld = t->melds[at];
        if (meld & ~set || t->kind[meld] != PURE || skips_copy(t, set, meld)) continue;
        int own = 0, left = t->least[set ^ meld][CARDS_ALONE];
        for (unsigned rest = meld; rest; rest &= rest - 1) own += t->cards[__builtin_ctz(rest)].points;
        if (!best || own > *points || (own == *points && left < least)) best = meld, *points = own, least = left;
    }
    return best;
}

/* What a set counts, the cards in no meld, and the melds. */
static void weigh(const Table *t, unsigned set, int protects, int32_t *result) {
    int all = 0, own = 0, count = 0;
    int32_t *melds = result + RESULT - MOST_MELDS;
    for (unsigned rest = set; rest; rest &= rest - 1) all += t->cards[__builtin_ctz(rest)].points;
    memset(result, 0, RESULT * sizeof *result);
    if (t->least[set][3] < MANY) {
        result[0] = t->least[set][3] >> 4;
        result[2] = 1;
        count = rebuild(t, set, 3, melds);
    } else {
        unsigned run = protects ? find_protected(t, set, &own) : 0;
        result[0] = all - own;
        if (run) melds[count++] = (int32_t)run;
        count += rebuild(t, set ^ run, CARDS_ALONE, melds + count);
    }
    for (int at = 0; at < count; at++) set ^= (unsigned)melds[at];
    result[1] = (int32_t)set;
    result[3] = count;
}

/* The least that a hand counts, and what it counts without each of its cards: one result each of eight numbers: the
 * points, the set of cards left, whether two runs protect the melds, the number of melds, and the melds. Returns 1 if
 * there is no memory. */
int engine_meld_hand(const uint8_t *cards, int size, int protects, int32_t *results, int64_t *steps) {
    Table *t = malloc(sizeof *t);
    if (!t) return 1;
    t->cards = (const Card *)cards;
    t->size = size;
    t->steps = 0;
    find_melds(t);
    fill(t);
    unsigned whole = (1u << size) - 1;
    weigh(t, whole, protects, results);
    for (int at = 0; at < size; at++) weigh(t, whole ^ 1u << at, protects, results + (at + 1) * RESULT);
    *steps = t->steps;
    free(t);
    return 0;
}
