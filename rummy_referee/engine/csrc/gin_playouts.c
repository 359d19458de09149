/* Rounds of gin for two, played out from sampled worlds: flat determinised Monte Carlo.
 *
 * A world is a hand of the other player and an order of the stock that agree with what a player has seen. Every candidate move
 * is played in the same worlds, and each round is played out to its end. So the difference between two candidates has far less
 * variance than either result. The first candidate is the default; a candidate that does clearly worse gets no more worlds.
 *
 * Playing out, both take the open card if that leaves less deadwood, and discard what leaves the least. The other player knocks
 * as soon as possible, the player who asks only with little enough: a knock now is a candidate of its own. The other player's
 * hand is the best of several random ones, the more the longer the round has lasted, because players collect melds.
 *
 * There are up to two copies of a card. A hand is two sets, the cards that are held and those of which both are held; a set of
 * cards is 52 bits: bit 13 * suit + rank, the ace has rank 0.
 *
 * Example: As 2s 3s and 3h 3d. The run leaves 6 points, the set 3: `divide` tries each number with three cards or more as a
 * set or not, and looks up the best runs of the rest of each suit.
 */
#include <string.h>

#include "arena.h"

typedef uint64_t Cards;

/* `both` is part of `one`. */
typedef struct {
    Cards one, both;
} Hand;

enum { SUITS = 4, RANKS = 13, SUIT_MASK = (1 << RANKS) - 1, SIZE = 52, MOST_CARDS = 2 * SIZE, MOST_WORTH = RANKS };
enum { MOST_DIVISIONS = 256, MOST_CHAINS = 64, MOST_CANDIDATES = 16, FIRST_BATCH = 32, MOST_POINTS = 255 };
enum { TURN_STEPS = 4, KNOCK_STEPS = 10, DRAW_STEPS = 1 };

enum { OFFER, TAKE, DISCARD };                                     /* phases */
enum { TAKE_PILE, TAKE_STOCK, PASS, DISCARD_CARD, KNOCK, KNOCK_BIG_GIN }; /* moves */

#define COLUMN ((Cards)0x8004002001) /* the four cards of the first rank */

/* --- melds ------------------------------------------------------------------------------------------------------------- */

/* What a game counts for its cards, by the set of cards of one suit. */
typedef struct {
    uint8_t worth[RANKS];
    uint8_t points[1 << RANKS];
    uint8_t runs[1 << RANKS]; /* the points of all cards in runs */
} Worth;

static uint16_t in_runs[1 << RANKS]; /* the cards in runs of three or more */
static Worth worths[2];              /* court cards count 10; or every card counts its number */

__attribute__((constructor)) static void fill_tables(void) {
    for (int rank = 0; rank < RANKS; rank++) {
        worths[0].worth[rank] = (uint8_t)(rank < 9 ? rank + 1 : 10);
        worths[1].worth[rank] = (uint8_t)(rank + 1);
    }
    for (int cards = 1; cards <= SUIT_MASK; cards++) {
        int low = __builtin_ctz((unsigned)cards), middles = cards & cards << 1 & cards >> 1;
        in_runs[cards] = (uint16_t)(middles | middles << 1 | middles >> 1);
        for (Worth *worth = worths; worth < worths + 2; worth++) {
            int rest = cards & (cards - 1);
            worth->points[cards] = (uint8_t)(worth->points[rest] + worth->worth[low]);
            worth->runs[cards] = worth->points[in_runs[cards]];
        }
    }
}

static inline int suit_of(Cards cards, int suit) { return (int)(cards >> RANKS * suit & SUIT_MASK); }
static inline Cards card_bit(int card) { return (Cards)1 << card; }
static inline int lowest(Cards cards) { return __builtin_ctzll(cards); }

/* Cards of which the hand has one each are added; those that it has are removed. */
static inline Hand with(Hand hand, Cards cards) { return (Hand){hand.one | cards, hand.both | (hand.one & cards)}; }
static inline Hand without(Hand hand, Cards cards) { return (Hand){hand.one & ~(cards & ~hand.both), hand.both & ~cards}; }
static inline Hand with_all(Hand hand, Hand more) { return with(with(hand, more.one), more.both); }

/* A hand without the cards of another one, which are all in it. */
static inline Hand minus(Hand hand, Hand less) {
    return (Hand){(hand.one & ~less.one) | (hand.both & ~less.both), hand.both & ~less.one};
}

static inline int size_of(Hand hand) { return __builtin_popcountll(hand.one) + __builtin_popcountll(hand.both); }

static inline int points_in(const Worth *worth, Hand hand) {
    int points = 0;
    for (int suit = 0; suit < SUITS; suit++) points += worth->points[suit_of(hand.one, suit)];
    for (int suit = 0; hand.both && suit < SUITS; suit++) points += worth->points[suit_of(hand.both, suit)];
    return points;
}

/* The points of the best runs of one suit, of which `both` cards are there twice. Eleven cards make three runs at most, of
 * which two or all overlap nowhere: so one run is tried apart from the others. That one is in `apart`. */
static int find_runs_twice(const Worth *worth, int one, int both, int *apart) {
    int most = worth->runs[one];
    *apart = 0;
    for (int low = in_runs[one]; low; low &= low - 1) {
        int first = low & -low, run = first | (first << 1);
        if ((run & one) != run) continue;
        for (int next = first << 2; next & one; next <<= 1) {
            run |= next;
            int points = worth->points[run] + worth->runs[(one & ~run) | (both & run)];
            if (points > most) most = points, *apart = run;
        }
    }
    return most;
}

static inline int runs_of(const Worth *worth, int one, int both) {
    int apart;
    return in_runs[one] & both ? find_runs_twice(worth, one, both, &apart) : worth->runs[one];
}

static inline int runs_in(const Worth *worth, Hand hand) {
    int points = 0;
    for (int suit = 0; suit < SUITS; suit++) points += runs_of(worth, suit_of(hand.one, suit), suit_of(hand.both, suit));
    return points;
}

/* A choice of sets: the cards outside of them, and the points in them. */
typedef struct {
    Hand rest;
    int points;
} Division;

/* Adds the divisions `from` to `to` with a set of this rank more; the number of divisions then. */
static int add_sets(Division *divisions, int from, int to, int count, int rank, int worth) {
    for (int at = from; at < to; at++) {
        Cards column = divisions[at].rest.one & COLUMN << rank;
        int size = __builtin_popcountll(column);
        if (size < 3) continue;
        if (count + SUITS + 1 > MOST_DIVISIONS) return count;
        divisions[count++] = (Division){without(divisions[at].rest, column), divisions[at].points + size * worth};
        for (Cards left = size == SUITS ? column : 0; left; left &= left - 1)
            divisions[count++] =
                (Division){without(divisions[at].rest, column & ~(left & -left)), divisions[at].points + 3 * worth};
    }
    return count;
}

/* Every choice of sets; the first one has none. */
static int divide(const Worth *worth, Hand hand, Division *divisions) {
    int s = suit_of(hand.one, 0), h = suit_of(hand.one, 1), d = suit_of(hand.one, 2), c = suit_of(hand.one, 3), count = 1;
    int ranks = (s & h & (d | c)) | (d & c & (s | h));
    divisions[0] = (Division){hand, 0};
    for (; ranks; ranks &= ranks - 1) {
        int rank = __builtin_ctz((unsigned)ranks), before = count;
        count = add_sets(divisions, 0, before, count, rank, worth->worth[rank]);
        if (hand.both & COLUMN << rank) count = add_sets(divisions, before, count, count, rank, worth->worth[rank]);
    }
    return count;
}

static int deadwood(const Worth *worth, Hand hand) {
    Division divisions[MOST_DIVISIONS];
    int count = divide(worth, hand, divisions), most = 0;
    for (int at = 0; at < count; at++) {
        int points = divisions[at].points + runs_in(worth, divisions[at].rest);
        if (points > most) most = points;
    }
    return points_in(worth, hand) - most;
}

/* The discard that leaves the least deadwood, and what it leaves; of equals the one with the most points. `kept` is a card that
 * stays, or -1. */
static int best_discard(const Worth *worth, Hand hand, int kept, int *left) {
    Division divisions[MOST_DIVISIONS];
    uint8_t melded[SIZE];
    int count = divide(worth, hand, divisions), total = points_in(worth, hand), best = -1, key = 1 << 30;
    for (int at = 0; at < count; at++) {
        Hand rest = divisions[at].rest;
        int base = divisions[at].points + runs_in(worth, rest);
        for (int suit = 0; suit < SUITS; suit++) {
            int one = suit_of(rest.one, suit), both = suit_of(rest.both, suit), others = base - runs_of(worth, one, both);
            for (int bits = one; bits; bits &= bits - 1) {
                int bit = bits & -bits, card = RANKS * suit + __builtin_ctz((unsigned)bits);
                int points = others + runs_of(worth, one & ~(bit & ~both), both & ~bit);
                if (!at || points > melded[card]) melded[card] = (uint8_t)points;
            }
        }
    }
    for (Cards bits = hand.one; bits; bits &= bits - 1) {
        int card = lowest(bits), own = worth->worth[card % RANKS];
        int rank = (total - own - melded[card]) << 4 | (MOST_WORTH - own);
        if (card != kept && rank < key) key = rank, best = card;
    }
    *left = key >> 4;
    return best;
}

/* --- the end of a round ------------------------------------------------------------------------------------------------ */

/* What ends a round and what it scores. A player who knocks scores a bonus, and the lower deadwood scores the difference and a
 * further bonus. */
typedef struct {
    const Worth *worth;
    int big_gin;       /* whether there is one */
    int most_left;     /* the most cards that a knock may leave outside of melds */
    int last_cards;    /* a discard voids the round if so many are left in the stock; -1: taking from an empty one does */
    int knocks_first;  /* whether a player may knock before taking a card */
    int gin_is_safe;   /* whether nobody lays off on a gin or undercuts it */
    int knock_bonus, gin_bonus, big_gin_bonus;
    int lower_bonus;   /* for the lower deadwood of who knocked */
    int undercut_bonus, equal_bonus; /* for lower or equal deadwood of the other player */
    int factor;        /* of every score */
} Rules;

/* What the player who knocks scores; if negative, what the other player scores, and then the bonus of the former. */
typedef struct {
    int points, bonus;
} Result;

/* The melds with the least deadwood: their runs by suit, of each at most one apart from the others, and the sets. */
typedef struct {
    int runs[SUITS], apart[SUITS], points, cards;
    Cards in_sets;
} Melds;

static Melds find_melds(const Worth *worth, Hand hand, int least_cards) {
    Division divisions[MOST_DIVISIONS];
    Melds best = {.points = -1};
    int count = divide(worth, hand, divisions);
    for (int at = 0; at < count; at++) {
        Hand rest = divisions[at].rest, in_sets = minus(hand, rest);
        Melds melds = {.points = divisions[at].points, .cards = size_of(in_sets), .in_sets = in_sets.one};
        for (int suit = 0; suit < SUITS; suit++) {
            int one = suit_of(rest.one, suit), both = suit_of(rest.both, suit), apart = 0;
            if (in_runs[one] & both) find_runs_twice(worth, one, both, &apart);
            int runs = in_runs[(one & ~apart) | (both & apart)];
            melds.apart[suit] = apart, melds.runs[suit] = runs;
            melds.points += worth->points[runs] + worth->points[apart];
            melds.cards += __builtin_popcount((unsigned)runs) + __builtin_popcount((unsigned)apart);
        }
        if (melds.cards >= least_cards && melds.points > best.points) best = melds;
    }
    return best;
}

/* The deadwood of the best melds with which a hand may knock, or -1. `least` is the least deadwood without this condition. */
static int knock_deadwood(const Rules *rules, Hand hand, int least, int limit) {
    int size = size_of(hand);
    if (least > limit) return -1;
    if (!least || rules->most_left >= size) return least;
    int points = find_melds(rules->worth, hand, size - rules->most_left).points;
    int left = points_in(rules->worth, hand) - points;
    return points >= 0 && left <= limit ? left : -1;
}

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

static void add_runs(LayOffs *lay_offs, Cards other, int suit, int runs) {
    for (int rank = 0; rank < RANKS; rank++) {
        if (!(runs >> rank & 1)) continue;
        if (!rank || !(runs >> (rank - 1) & 1)) add_chain(lay_offs, other, suit, rank - 1, -1);
        if (!(runs >> (rank + 1) & 1)) add_chain(lay_offs, other, suit, rank + 1, 1);
    }
}

static void find_lay_offs(const Rules *rules, LayOffs *lay_offs, Hand hand, Cards other) {
    Melds melds = find_melds(rules->worth, hand, size_of(hand) - rules->most_left);
    lay_offs->count = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        add_runs(lay_offs, other, suit, melds.runs[suit]);
        add_runs(lay_offs, other, suit, melds.apart[suit]);
        for (int rank = 0; rank < RANKS; rank++)
            if (melds.in_sets & COLUMN << rank && ~melds.in_sets & other & card_bit(RANKS * suit + rank))
                add_chain(lay_offs, card_bit(RANKS * suit + rank), suit, rank, 1);
    }
}

/* The least deadwood of a hand that may lay off from this chain on. */
static int least_after(const Worth *worth, const LayOffs *lay_offs, int chain, Hand hand) {
    if (chain == lay_offs->count) return deadwood(worth, hand);
    int least = least_after(worth, lay_offs, chain + 1, hand);
    for (int length = 0; length < lay_offs->lengths[chain] && least; length++) {
        int own = least_after(worth, lay_offs, chain + 1, without(hand, lay_offs->sums[chain][length]));
        if (own < least) least = own;
    }
    return least;
}

/* A knock with a hand after its discard, with this deadwood; a big gin has no discard. */
static Result score_knock(const Rules *rules, Hand hand, int left, int is_big_gin, Hand other) {
    int is_safe = !left && rules->gin_is_safe, least;
    if (is_safe)
        least = deadwood(rules->worth, other);
    else {
        LayOffs lay_offs;
        find_lay_offs(rules, &lay_offs, hand, other.one);
        least = least_after(rules->worth, &lay_offs, 0, other);
    }
    int bonus = rules->factor * (is_big_gin ? rules->big_gin_bonus : left ? rules->knock_bonus : rules->gin_bonus);
    if (is_safe || least > left) return (Result){bonus + rules->factor * (rules->lower_bonus + least - left), 0};
    int difference = least < left ? left - least + rules->undercut_bonus : rules->equal_bonus;
    return (Result){-rules->factor * difference, bonus};
}

/* --- playing out ------------------------------------------------------------------------------------------------------- */

typedef struct {
    Hand hands[2];
    uint8_t stock[MOST_CARDS]; /* drawn from its end */
    int left;                  /* in the stock */
    int turn;                  /* 0 is the player who asks */
    int phase, top, taken, passed;
} Round;

typedef struct {
    Rules rules;
    Round start;       /* without the other player's hand and the stock */
    Hand known, unseen; /* of the other player's hand; cards that may be anywhere */
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

static int list_cards(Hand hand, uint8_t *cards) {
    int count = 0;
    for (Cards bits = hand.one; bits; bits &= bits - 1) cards[count++] = (uint8_t)lowest(bits);
    for (Cards bits = hand.both; bits; bits &= bits - 1) cards[count++] = (uint8_t)lowest(bits);
    return count;
}

/* Fills in the other player's hand and the stock. */
static void sample_world(Search *search, Round *world) {
    uint8_t cards[MOST_CARDS];
    int count = list_cards(search->unseen, cards), least = 1 << 30;
    Hand chosen = {0, 0};
    for (int draw = 0; draw < search->draws; draw++) {
        Hand hidden = {0, 0};
        for (int at = 0; at < search->hidden; at++) {
            int other = at + (int)below(search, (uint32_t)(count - at));
            uint8_t card = cards[other];
            cards[other] = cards[at];
            cards[at] = card;
            hidden = with(hidden, card_bit(card));
        }
        int own = search->draws == 1 ? 0 : deadwood(search->rules.worth, with_all(search->known, hidden));
        if (own < least) least = own, chosen = hidden;
    }
    search->steps += DRAW_STEPS * search->draws;
    *world = search->start;
    world->hands[1] = with_all(search->known, chosen);
    count = list_cards(minus(search->unseen, chosen), cards);
    for (int at = 0; at < world->left; at++) { /* the others were discarded unseen */
        int other = at + (int)below(search, (uint32_t)(count - at));
        world->stock[at] = cards[other];
        cards[other] = cards[at];
    }
}

/* Discards, and returns whether the round is void. */
static int discard(const Rules *rules, Round *round, int card) {
    round->hands[round->turn] = without(round->hands[round->turn], card_bit(card));
    round->top = card;
    round->taken = -1;
    round->turn ^= 1;
    round->phase = TAKE;
    return round->left <= rules->last_cards;
}

static void take_pile(Round *round) {
    round->hands[round->turn] = with(round->hands[round->turn], card_bit(round->top));
    round->taken = round->top;
    round->top = -1;
    round->phase = DISCARD;
}

/* Returns whether the round is void. */
static int take_stock(Round *round) {
    if (!round->left) return 1;
    round->hands[round->turn] = with(round->hands[round->turn], card_bit(round->stock[--round->left]));
    round->top = round->taken = -1;
    round->phase = DISCARD;
    return 0;
}

static void pass(Round *round) {
    round->turn ^= 1;
    if (round->passed) round->phase = TAKE, round->top = -1;
    round->passed = 1;
}

static const Result VOID = {0, 0};

/* A knock of the player on turn. The result is that of the player who asks: points of the other player are negative, and the
 * bonus is that of the player with fewer points. */
static Result knock(Search *search, const Round *round, Hand hand, int left, int is_big_gin) {
    search->steps += KNOCK_STEPS;
    Result result = score_knock(&search->rules, hand, left, is_big_gin, round->hands[!round->turn]);
    if (round->turn) result.points = -result.points;
    return result;
}

/* Plays a round to its end. */
static Result play_out(Search *search, Round *round) {
    const Rules *rules = &search->rules;
    for (;;) {
        Hand *hand = &round->hands[round->turn];
        search->steps += TURN_STEPS;
        int left, card = -1, limit = search->limits[round->turn];
        if (round->phase != DISCARD) {
            int now = round->top < 0 && !rules->knocks_first ? 0 : deadwood(rules->worth, *hand);
            if (rules->knocks_first) {
                int own = knock_deadwood(rules, *hand, now, limit);
                if (own >= 0) return knock(search, round, *hand, own, 0);
            }
            if (now && round->top >= 0)
                card = best_discard(rules->worth, with(*hand, card_bit(round->top)), round->top, &left);
            if (card >= 0 && left < now)
                take_pile(round);
            else {
                card = -1;
                if (round->phase == OFFER) {
                    pass(round);
                    continue;
                }
                if (take_stock(round)) return VOID;
            }
        }
        if (card < 0) card = best_discard(rules->worth, *hand, round->taken, &left);
        if (!left && rules->big_gin && !deadwood(rules->worth, *hand)) return knock(search, round, *hand, 0, 1);
        if (left <= limit) {
            Hand rest = without(*hand, card_bit(card));
            int own = knock_deadwood(rules, rest, left, limit);
            if (own >= 0) return knock(search, round, rest, own, 0);
        }
        if (discard(rules, round, card)) return VOID;
    }
}

static Result play_candidate(Search *search, Round *round, int move, int card) {
    const Rules *rules = &search->rules;
    Hand rest = card < 0 ? round->hands[0] : without(round->hands[0], card_bit(card));
    int least, left;
    switch (move) {
    case TAKE_PILE: take_pile(round); break;
    case TAKE_STOCK:
        if (take_stock(round)) return VOID;
        break;
    case PASS: pass(round); break;
    case KNOCK:
        least = deadwood(rules->worth, rest);
        left = knock_deadwood(rules, rest, least, MOST_POINTS);
        return knock(search, round, rest, left < 0 ? least : left, 0);
    case KNOCK_BIG_GIN: return knock(search, round, rest, 0, 1);
    default:
        if (discard(rules, round, card)) return VOID;
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

static inline int bounded(int points) {
    return points > MOST_POINTS ? MOST_POINTS : points < -MOST_POINTS ? -MOST_POINTS : points;
}

/* The value of a result: `values` has a row of all points for each of the `bonuses`, with the bonus of the player with fewer. */
static int value_of(const int32_t *values, const int64_t *bonuses, Result result) {
    int row = 0;
    while (bonuses[row] != result.bonus) row++;
    return values[(2 * MOST_POINTS + 1) * row + MOST_POINTS + bounded(result.points)];
}

/* question: 0 hand, 2 known, 4 unseen cards (two sets each), 6 hidden cards, 7 stock, 8 phase, 9 top, 10 taken, 11 passed,
 * 12 draws, 13 own and 14 other's limit, 15 seed, 16 worlds, 17 rules (whether all cards count their number, then as in
 * `Rules`), 30 the bonuses that a player with fewer points may have, 0 among them. moves: a move and a card for each candidate,
 * at most MOST_CANDIDATES. values: as in `value_of`, at most 10,000 so that no sum overflows. pairs: a row for each candidate.
 * Returns the steps. */
int64_t gin_play_out(const int64_t *question, int32_t candidates, const int32_t *moves, const int32_t *values, Pair *pairs) {
    const int64_t *q = question, *r = q + 18, *bonuses = q + 30;
    Search search = {
        .rules = {&worths[!!q[17]], (int)r[0], (int)r[1], (int)r[2], (int)r[3], (int)r[4], (int)r[5], (int)r[6], (int)r[7],
                  (int)r[8], (int)r[9], (int)r[10], (int)r[11]},
        .start = {.hands = {{(Cards)q[0], (Cards)q[1]}, {0, 0}},
                  .left = (int)q[7],
                  .phase = (int)q[8],
                  .top = (int)q[9],
                  .taken = (int)q[10],
                  .passed = (int)q[11]},
        .known = {(Cards)q[2], (Cards)q[3]},
        .unseen = {(Cards)q[4], (Cards)q[5]},
        .hidden = (int)q[6],
        .draws = (int)q[12],
        .limits = {(int)q[13], (int)q[14]},
        .random = (uint64_t)q[15],
        .next_check = CHECK_STEPS,
    };
    uint8_t dropped[MOST_CANDIDATES] = {0};
    int worth[MOST_CANDIDATES], alive = candidates;
    Arena arena = {0}, *outer = arena_enter(&arena);
    memset(pairs, 0, (size_t)candidates * (size_t)candidates * sizeof *pairs);
    int64_t worlds = q[16], batch = FIRST_BATCH;
    for (int64_t world = 1; world <= worlds && (alive > 1 || candidates == 1) && !must_stop(&search); world++) {
        Round start;
        sample_world(&search, &start);
        for (int at = 0; at < candidates; at++) {
            if (dropped[at]) continue;
            Round round = start;
            Result result = play_candidate(&search, &round, moves[2 * at], moves[2 * at + 1]);
            worth[at] = value_of(values, bonuses, result);
            add_result(pairs, candidates, at, dropped, worth, result.points + (result.points < 0 ? result.bonus : -result.bonus));
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
