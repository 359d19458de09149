/* Rounds of gin with one pack of 52 cards, played out from sampled worlds: flat determinised Monte Carlo.
 *
 * A world is a hand of the other player and an order of the stock that agree with what a player has seen. Every candidate move
 * is played in the same worlds, and each round is played out to its end. So the difference between two candidates has far less
 * variance than either result. The first candidate is the default; a candidate that does clearly worse gets no more worlds.
 *
 * Playing out, both take the open card if that leaves less deadwood, and discard what leaves the least. The other player knocks
 * as soon as possible, the player who asks only with a gin: a knock now is a candidate of its own. The other player's hand is
 * the best of several random ones, the more the longer the round has lasted, because players collect melds.
 *
 * A set of cards is 52 bits: bit 13 * suit + rank, the ace has rank 0.
 *
 * Example: As 2s 3s and 3h 3d. The run leaves 6 points, the set 3: `divide` tries each number with three cards or more as a
 * set or not, and looks up the best runs of the rest of each suit.
 */
#include <string.h>

#include "arena.h"

typedef uint64_t Cards;

enum { SUITS = 4, RANKS = 13, SUIT_MASK = (1 << RANKS) - 1, SIZE = 52, HAND = 10, BIG_GIN = HAND + 1, LAST_CARDS = 2 };
enum { MOST_DIVISIONS = 256, MOST_CHAINS = 64, MOST_CANDIDATES = 16, FIRST_BATCH = 32, MOST_POINTS = 255 };
enum { TURN_STEPS = 4, KNOCK_STEPS = 10, DRAW_STEPS = 1 };

enum { OFFER, TAKE, DISCARD };                                     /* phases */
enum { TAKE_PILE, TAKE_STOCK, PASS, DISCARD_CARD, KNOCK, KNOCK_BIG_GIN }; /* moves */

/* --- melds ------------------------------------------------------------------------------------------------------------- */

static uint8_t points_of[1 << RANKS]; /* of a set of cards of one suit */
static uint8_t best_runs[1 << RANKS]; /* the most points of disjoint runs among them */
static uint16_t in_runs[1 << RANKS];  /* the cards of such runs */

/* The highest card is in no run, or it ends one. */
__attribute__((constructor)) static void fill_tables(void) {
    for (int cards = 1; cards <= SUIT_MASK; cards++) {
        int high = RANKS - 1;
        while (!(cards >> high & 1)) high--;
        int rest = cards ^ 1 << high, worth = high < 9 ? high + 1 : 10;
        points_of[cards] = (uint8_t)(points_of[rest] + worth);
        best_runs[cards] = best_runs[rest];
        in_runs[cards] = in_runs[rest];
        for (int low = high, run = 0; low >= 0 && cards >> low & 1; low--) {
            run |= 1 << low;
            int points = best_runs[cards & ~run] + points_of[run];
            if (high - low >= 2 && points > best_runs[cards]) {
                best_runs[cards] = (uint8_t)points;
                in_runs[cards] = (uint16_t)(in_runs[cards & ~run] | run);
            }
        }
    }
}

static inline int suit_of(Cards cards, int suit) { return (int)(cards >> RANKS * suit & SUIT_MASK); }
static inline Cards card_bit(int card) { return (Cards)1 << card; }
static inline int worth_of(int card) { return card % RANKS < 9 ? card % RANKS + 1 : 10; }
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }

static inline int points_in(Cards cards) {
    int points = 0;
    for (int suit = 0; suit < SUITS; suit++) points += points_of[suit_of(cards, suit)];
    return points;
}

static inline int runs_in(Cards cards) {
    int points = 0;
    for (int suit = 0; suit < SUITS; suit++) points += best_runs[suit_of(cards, suit)];
    return points;
}

/* A choice of sets: the cards outside of them, and the points in them. */
typedef struct {
    Cards rest;
    int points;
} Division;

/* Every choice of sets; the first one has none. */
static int divide(Cards hand, Division *divisions) {
    int s = suit_of(hand, 0), h = suit_of(hand, 1), d = suit_of(hand, 2), c = suit_of(hand, 3), count = 1;
    int ranks = (s & h & (d | c)) | (d & c & (s | h));
    divisions[0] = (Division){hand, 0};
    for (; ranks; ranks &= ranks - 1) {
        int rank = __builtin_ctz((unsigned)ranks), worth = worth_of(rank), before = count;
        Cards column = hand & (Cards)0x8004002001 << rank;
        int size = __builtin_popcountll(column);
        for (int at = 0; at < before; at++) {
            if (count + SUITS + 1 > MOST_DIVISIONS) return count;
            divisions[count++] = (Division){divisions[at].rest & ~column, divisions[at].points + size * worth};
            for (Cards left = size == SUITS ? column : 0; left; left &= left - 1)
                divisions[count++] =
                    (Division){(divisions[at].rest & ~column) | (left & -left), divisions[at].points + 3 * worth};
        }
    }
    return count;
}

static int deadwood(Cards hand) {
    Division divisions[MOST_DIVISIONS];
    int count = divide(hand, divisions), most = 0;
    for (int at = 0; at < count; at++) {
        int points = divisions[at].points + runs_in(divisions[at].rest);
        if (points > most) most = points;
    }
    return points_in(hand) - most;
}

/* The discard that leaves the least deadwood, and what it leaves; of equals the one with the most points. `kept` is a card that
 * stays, or -1. */
static int best_discard(Cards hand, int kept, int *left) {
    Division divisions[MOST_DIVISIONS];
    uint8_t melded[SIZE];
    int count = divide(hand, divisions), total = points_in(hand), best = -1, key = 1 << 30;
    for (int at = 0; at < count; at++) {
        Cards rest = divisions[at].rest;
        int base = divisions[at].points + runs_in(rest);
        for (int suit = 0; suit < SUITS; suit++) {
            int cards = suit_of(rest, suit), others = base - best_runs[cards];
            for (int bits = cards; bits; bits &= bits - 1) {
                int card = RANKS * suit + __builtin_ctz((unsigned)bits);
                int points = others + best_runs[cards & ~(bits & -bits)];
                if (!at || points > melded[card]) melded[card] = (uint8_t)points;
            }
        }
    }
    for (Cards bits = hand; bits; bits &= bits - 1) {
        int card = lowest(bits), worth = worth_of(card), own = (total - worth - melded[card]) << 4 | (10 - worth);
        if (card != kept && own < key) key = own, best = card;
    }
    *left = key >> 4;
    return best;
}

/* --- the end of a round ------------------------------------------------------------------------------------------------ */

/* The cards that can be laid off one after another: in front of a run, behind it, or the fourth of a set. */
typedef struct {
    Cards sums[MOST_CHAINS][5];
    int lengths[MOST_CHAINS], count;
} LayOffs;

static void add_chain(LayOffs *lay_offs, Cards other, int suit, int rank, int direction) {
    Cards sum = 0;
    int length = 0;
    for (; rank >= 0 && rank < RANKS && length < 5 && other >> (RANKS * suit + rank) & 1; rank += direction)
        lay_offs->sums[lay_offs->count][length++] = sum |= card_bit(RANKS * suit + rank);
    if (length) lay_offs->lengths[lay_offs->count++] = length;
}

static void find_lay_offs(LayOffs *lay_offs, Cards hand, Cards other) {
    Division divisions[MOST_DIVISIONS];
    int count = divide(hand, divisions), most = -1;
    Cards rest = hand;
    for (int at = 0; at < count; at++) {
        int points = divisions[at].points + runs_in(divisions[at].rest);
        if (points > most) most = points, rest = divisions[at].rest;
    }
    Cards in_sets = hand & ~rest;
    lay_offs->count = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        int runs = in_runs[suit_of(rest, suit)];
        for (int rank = 0; rank < RANKS; rank++) {
            if (!(runs >> rank & 1)) continue;
            if (!rank || !(runs >> (rank - 1) & 1)) add_chain(lay_offs, other, suit, rank - 1, -1);
            if (!(runs >> (rank + 1) & 1)) add_chain(lay_offs, other, suit, rank + 1, 1);
        }
        for (int rank = 0; rank < RANKS; rank++)
            if (in_sets & (Cards)0x8004002001 << rank && other >> (RANKS * suit + rank) & 1)
                add_chain(lay_offs, other & card_bit(RANKS * suit + rank), suit, rank, 1);
    }
}

/* The least deadwood of a hand that may lay off from this chain on. */
static int least_after(const LayOffs *lay_offs, int chain, Cards hand) {
    if (chain == lay_offs->count) return deadwood(hand);
    int least = least_after(lay_offs, chain + 1, hand);
    for (int length = 0; length < lay_offs->lengths[chain] && least; length++) {
        int own = least_after(lay_offs, chain + 1, hand & ~lay_offs->sums[chain][length]);
        if (own < least) least = own;
    }
    return least;
}

/* What a hand after its discard scores against another; negative if the other one scores. */
typedef struct {
    int big_gin, gin_bonus, big_gin_bonus, undercut_bonus, factor;
} Rules;

static int score_knock(const Rules *rules, Cards hand, int left, Cards other) {
    if (!left) return rules->factor * (deadwood(other) + rules->gin_bonus);
    LayOffs lay_offs;
    find_lay_offs(&lay_offs, hand, other);
    int least = least_after(&lay_offs, 0, other);
    return rules->factor * (least > left ? least - left : least - left - rules->undercut_bonus);
}

/* --- playing out ------------------------------------------------------------------------------------------------------- */

typedef struct {
    Cards hands[2];
    uint8_t stock[SIZE]; /* drawn from its end */
    int left;            /* in the stock */
    int turn;            /* 0 is the player who asks */
    int phase, top, taken, passed;
} Round;

typedef struct {
    Rules rules;
    Round start;       /* without the other player's hand and the stock */
    Cards known, unseen; /* of the other player's hand; cards that may be anywhere */
    int hidden;          /* the other player's cards that are not known */
    int draws;           /* random hands of which the best is kept */
    int limits[2];       /* the most deadwood with which each player knocks */
    uint64_t random;
    int64_t steps, next_check;
} Search;

static inline uint32_t below(Search *search, uint32_t bound) { /* splitmix64 */
    uint64_t z = search->random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (uint32_t)(((z ^ z >> 31) >> 32) * bound >> 32);
}

static int must_stop(Search *search) {
    if (search->steps >= search->next_check)
        search->next_check = arena_checkpoint(0) ? 0 : search->steps + CHECK_STEPS;
    return !search->next_check;
}

/* Fills in the other player's hand and the stock. */
static void sample_world(Search *search, Round *world) {
    uint8_t cards[SIZE];
    int count = 0, least = 1 << 30;
    for (Cards bits = search->unseen; bits; bits &= bits - 1) cards[count++] = (uint8_t)lowest(bits);
    Cards chosen = 0;
    for (int draw = 0; draw < search->draws; draw++) {
        Cards hidden = 0;
        for (int at = 0; at < search->hidden; at++) {
            int other = at + (int)below(search, (uint32_t)(count - at));
            uint8_t card = cards[other];
            cards[other] = cards[at];
            cards[at] = card;
            hidden |= card_bit(card);
        }
        int own = search->draws == 1 ? 0 : deadwood(search->known | hidden);
        if (own < least) least = own, chosen = hidden;
    }
    search->steps += DRAW_STEPS * search->draws;
    *world = search->start;
    world->hands[1] = search->known | chosen;
    count = 0;
    for (Cards bits = search->unseen & ~chosen; bits; bits &= bits - 1) cards[count++] = (uint8_t)lowest(bits);
    for (int at = 0; at < world->left; at++) { /* the others were discarded unseen */
        int other = at + (int)below(search, (uint32_t)(count - at));
        world->stock[at] = cards[other];
        cards[other] = cards[at];
    }
}

static inline int signed_for(const Round *round, int points) { return round->turn ? -points : points; }

/* Discards, and returns whether the round is void. */
static int discard(Round *round, int card) {
    round->hands[round->turn] &= ~card_bit(card);
    round->top = card;
    round->taken = -1;
    round->turn ^= 1;
    round->phase = TAKE;
    return round->left <= LAST_CARDS;
}

static void take_pile(Round *round) {
    round->hands[round->turn] |= card_bit(round->top);
    round->taken = round->top;
    round->top = -1;
    round->phase = DISCARD;
}

static void take_stock(Round *round) {
    round->hands[round->turn] |= card_bit(round->stock[--round->left]);
    round->top = round->taken = -1;
    round->phase = DISCARD;
}

static void pass(Round *round) {
    round->turn ^= 1;
    if (round->passed) round->phase = TAKE, round->top = -1;
    round->passed = 1;
}

static int knock(Search *search, const Round *round, int card, int left) {
    search->steps += KNOCK_STEPS;
    Cards hand = round->hands[round->turn] & ~card_bit(card);
    return signed_for(round, score_knock(&search->rules, hand, left, round->hands[!round->turn]));
}

static int big_gin(const Search *search, const Round *round) {
    return signed_for(round, search->rules.factor * (deadwood(round->hands[!round->turn]) + search->rules.big_gin_bonus));
}

/* Plays a round to its end; the points of the player who asks. */
static int play_out(Search *search, Round *round) {
    for (;;) {
        Cards *hand = &round->hands[round->turn];
        search->steps += TURN_STEPS;
        int left, card = -1;
        if (round->phase != DISCARD) {
            int now = round->top < 0 ? 0 : deadwood(*hand);
            if (now) card = best_discard(*hand | card_bit(round->top), round->top, &left);
            if (card >= 0 && left < now)
                take_pile(round);
            else {
                card = -1;
                if (round->phase == OFFER) {
                    pass(round);
                    continue;
                }
                take_stock(round);
            }
        }
        if (card < 0) card = best_discard(*hand, round->taken, &left);
        if (!left && search->rules.big_gin && !deadwood(*hand)) return big_gin(search, round);
        if (left <= search->limits[round->turn]) return knock(search, round, card, left);
        if (discard(round, card)) return 0;
    }
}

static int play_candidate(Search *search, Round *round, int move, int card) {
    switch (move) {
    case TAKE_PILE: take_pile(round); break;
    case TAKE_STOCK: take_stock(round); break;
    case PASS: pass(round); break;
    case KNOCK: return knock(search, round, card, deadwood(round->hands[0] & ~card_bit(card)));
    case KNOCK_BIG_GIN: return big_gin(search, round);
    default:
        if (discard(round, card)) return 0;
    }
    return play_out(search, round);
}

/* --- candidates -------------------------------------------------------------------------------------------------------- */

/* Two candidates in the worlds in which both were played: the sums of the difference of their values. A candidate and itself: the
 * sums of its values and of its points. */
typedef struct {
    int64_t worlds, sum, other; /* the other sum: of squares, or of points */
} Pair;

/* Whether the mean of n differences is below 0 by more than two standard errors. Its variance is
 * (squares / n - mean * mean) / n. */
static int is_clearly_worse(const Pair *pair) {
    int64_t n = pair->worlds, sum = pair->sum;
    return sum < 0 && n * sum * sum > 4 * (n * pair->other - sum * sum);
}

static void add_result(Pair *pairs, int candidates, int at, const uint8_t *dropped, const int *values, int points) {
    Pair *own = &pairs[at * candidates + at];
    own->worlds++;
    own->sum += values[at];
    own->other += points;
    for (int before = 0; before < at; before++) {
        if (dropped[before]) continue;
        Pair *pair = &pairs[at * candidates + before];
        int64_t difference = values[at] - values[before];
        pair->worlds++;
        pair->sum += difference;
        pair->other += difference * difference;
    }
}

/* question: 0 hand, 1 known, 2 unseen cards, 3 hidden cards, 4 stock, 5 phase, 6 top, 7 taken, 8 passed, 9 draws, 10 own and
 * 11 other's limit, 12 rules (big gin, three bonuses, factor), 17 seed, 18 worlds. moves: a move and a card for each candidate,
 * at most MOST_CANDIDATES. values: of each number of points from -MOST_POINTS to MOST_POINTS, at most 10,000 so that no sum
 * overflows. pairs: a row for each candidate. Returns the steps. */
int64_t gin_play_out(const int64_t *question, int32_t candidates, const int32_t *moves, const int32_t *values, Pair *pairs) {
    const int64_t *q = question;
    Search search = {
        .rules = {(int)q[12], (int)q[13], (int)q[14], (int)q[15], (int)q[16]},
        .start = {.hands = {(Cards)q[0], 0}, .left = (int)q[4], .phase = (int)q[5], .top = (int)q[6], .taken = (int)q[7], .passed = (int)q[8]},
        .known = (Cards)q[1],
        .unseen = (Cards)q[2],
        .hidden = (int)q[3],
        .draws = (int)q[9],
        .limits = {(int)q[10], (int)q[11]},
        .random = (uint64_t)q[17],
        .next_check = CHECK_STEPS,
    };
    uint8_t dropped[MOST_CANDIDATES] = {0};
    int worth[MOST_CANDIDATES], alive = candidates;
    Arena arena = {0}, *outer = arena_enter(&arena);
    memset(pairs, 0, (size_t)candidates * (size_t)candidates * sizeof *pairs);
    int64_t worlds = q[18], batch = FIRST_BATCH;
    for (int64_t world = 1; world <= worlds && (alive > 1 || candidates == 1) && !must_stop(&search); world++) {
        Round start;
        sample_world(&search, &start);
        for (int at = 0; at < candidates; at++) {
            if (dropped[at]) continue;
            Round round = start;
            int points = play_candidate(&search, &round, moves[2 * at], moves[2 * at + 1]);
            int bounded = points > MOST_POINTS ? MOST_POINTS : points < -MOST_POINTS ? -MOST_POINTS : points;
            worth[at] = values[MOST_POINTS + bounded];
            add_result(pairs, candidates, at, dropped, worth, points);
        }
        if (world < batch) continue;
        batch *= 2;
        alive = 1;
        for (int at = 1; at < candidates; at++) {
            dropped[at] |= is_clearly_worse(&pairs[at * candidates]);
            alive += !dropped[at];
        }
    }
    arena_enter(outer);
    return search.steps;
}
