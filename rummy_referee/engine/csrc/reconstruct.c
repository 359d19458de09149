/* Reconstruction of tables: engine_reconstruct finds melds for all tiles on the table after each of some plays.
 *
 * A play is a word: the count of every hand tile that it puts on the table. For each word
 *   1. a path through the layers splits the tiles of each number between groups and runs. Splits are tried in order of
 *      their distance from the table before the play, and the first that leads to an end is taken (paths.c);
 *   2. the split determines the parts of the table: the groups of each number and the runs of each colour. In each part old
 *      melds stay where possible, and new melds are built of the rest (table_parts.c, build_melds.c).
 * Words of one scenario are processed as a batch, which shares paths and parts. The table of a word does not depend on the
 * others.
 *
 * Example: on the table lie R7 B7 K7 and R7 R8 R9 R10.
 *   Play R11: one R7 stays in groups and one in runs. The group stays. The run does not, since R11 alone is no meld;
 *             R7 to R11 is new.
 *   Play Y7:  the run stays. The group does not, since Y7 alone is no meld; R7 B7 K7 Y7 is new.
 */
#include <string.h>

#include "paths.h"

/* Words of one scenario whose tables are reconstructed together. */
typedef struct {
    TableBuilder *builder;
    Paths *paths;
    const Problem *p;
    int scenario, count;
    const int32_t *indexes; /* of the words in the request */
    const uint8_t *words[MAX_BATCH];
    int32_t steps[MAX_LAYERS];                         /* the path of the word before */
    uint64_t run_counts[MAX_LAYERS];                   /* packed counts of the tiles in runs, by layer */
    uint64_t changed;                                  /* bits of these that changed since the last table */
    int32_t groups[MAX_LAYERS], runs[MAX_RUN_COLOURS]; /* parts; -1 for no groups */
} Batch;

typedef enum { IMPOSSIBLE, EXHAUSTED, FOUND } Outcome;

static TableBuilder *table_builder_open(const Problem *p) {
    TableBuilder *b = allocate_zeroed(1, sizeof *b);
    b->problem = p;
    index_open(&b->part_index);
    index_open(&b->new_meld_index);
    return b;
}

void table_builder_release(TableBuilder *b) {
    if (!b) return;
    Vector *vectors[] = {&b->old,          &b->open_runs,   &b->kept,         &b->melds,       &b->parts,        &b->part_melds,
                         &b->part_keys,    &b->new_melds,   &b->stays,        &b->tables,      &b->table_starts, &b->output_index,
                         &b->output_melds, &b->output_ends, &b->output_sizes, &b->output_tiles};
    for (size_t at = 0; at < sizeof vectors / sizeof *vectors; at++) vector_release(vectors[at]);
    index_release(&b->part_index);
    index_release(&b->new_meld_index);
    release(b);
}

/* --- words ------------------------------------------------------------------------------------------------------------- */

static int jokers_of_word(const Batch *batch, int word) { return batch->words[word][batch->p->faces]; }

/* True if a scenario allows the letters of a word. */
static int has_letters(const Problem *p, int scenario, const uint8_t *word) {
    const uint8_t *optional = p->optional + (size_t)scenario * p->faces, *played = p->played + (size_t)scenario * p->faces;
    int is_rejected = 0;
    for (int face = 0; face < p->faces; face++)
        is_rejected |= (word[face] < played[face]) | (word[face] > played[face] + optional[face]);
    return !is_rejected;
}

/* Finds the paths of all words that have as many jokers as the word `first`. Returns their first path state, or -1 if one
 * of them has no path. */
static int32_t find_batch_paths(Batch *batch, int first) {
    const Problem *p = batch->p;
    Automaton *a = batch->paths->a;
    const Suffixes *suffixes = &batch->paths->suffixes[0];
    State start;
    int jokers = jokers_of_word(batch, first), scenario = batch->scenario;
    if (batch->paths->exhausted) return -1;
    int unused = p->hand_jokers[scenario] + p->played_jokers[scenario] - jokers;
    if (unused < 0 || unused > p->hand_jokers[scenario] || !start_state(a, scenario, &start)) return -1;
    if (needed_jokers(a, &start) + unused > jokers_left(&start)) return -1;
    start.common -= (uint64_t)unused << LEFT_SHIFT;
    memset(suffixes->queried, 0, suffixes->limbs * sizeof(uint64_t));
    for (int word = first; word < batch->count; word++)
        if (jokers_of_word(batch, word) == jokers) set_bit(suffixes->queried, suffixes->of_words[word]);
    return find_paths(batch->paths, &start);
}

/* --- parts of a table -------------------------------------------------------------------------------------------------- */

/* Sets the groups and the tiles in runs of a path step from its split. If bound jokers count as real tiles, the split does
 * not tell them apart: as many real tiles as before the play lie in groups, as far as possible. */
static void split_number(Batch *batch, int number, uint32_t letters, PathStep *step) {
    const Problem *p = batch->p;
    uint64_t groups = step->split_code >> GROUP_JOKERS_SHIFT << GROUP_JOKERS_SHIFT;
    for (int colour = 0; colour < p->colours; colour++) {
        int cell = number * p->colours + colour, split = (int)(step->split_code >> COLOUR_BITS * colour);
        size_t row = (size_t)batch->scenario * p->faces + cell;
        int bound = p->roles[row];
        int reals = p->required[row] - (p->track_bare ? 0 : bound) + letter_of(letters, colour) - p->played[row];
        int grouped = split & 15, grouped_bound = split >> BOUND_SHIFT & 15, run_jokers = split >> RUN_JOKERS_SHIFT & 15;
        if (!p->track_bare && bound) {
            int all = grouped;
            grouped = max_int(batch->builder->before.group_reals[cell], all - bound);
            grouped = min_int(min_int(grouped, reals), all);
            grouped_bound = all - grouped;
        }
        groups |= (uint64_t)(grouped | grouped_bound << BOUND_SHIFT) << COLOUR_BITS * colour;
        int runs = (reals - grouped) | (bound - grouped_bound) << BOUND_SHIFT | run_jokers << RUN_JOKERS_SHIFT;
        step->run_counts |= (uint64_t)runs << COLOUR_BITS * colour;
    }
    if (groups) step->groups = find_group_part(batch->builder, number, groups);
}

/* Sets the groups and the tiles in runs of a path step. The layer after the highest number has only jokers in runs. */
static void read_split(Batch *batch, int layer, PathStep *step) {
    step->is_read = 1;
    if (layer < batch->p->numbers_count)
        split_number(batch, layer, batch->paths->suffixes[layer].letters[step->letters], step);
    else
        for (int run_colour = 0; run_colour < batch->p->run_colours; run_colour++)
            step->run_counts |= step->split_code & (uint64_t)15 << (COLOUR_BITS * run_colour + RUN_JOKERS_SHIFT);
}

/* Finds the parts of the run colours whose tiles changed. */
static void update_runs(Batch *batch) {
    const Problem *p = batch->p;
    uint64_t counts[MAX_LAYERS], mask = p->mixed ? ~(uint64_t)0 : COLOUR_MASK;
    for (int run_colour = 0; run_colour < p->run_colours; run_colour++) {
        int shift = COLOUR_BITS * run_colour;
        if (!(batch->changed >> shift & mask)) continue;
        for (int layer = 0; layer < batch->paths->layers; layer++) counts[layer] = batch->run_counts[layer] >> shift & mask;
        batch->runs[run_colour] = find_run_part(batch->builder, run_colour, counts);
    }
    batch->changed = 0;
}

/* --- tables ------------------------------------------------------------------------------------------------------------ */

static void add_part(TableBuilder *b, int32_t index) {
    Part part = ((Part *)b->parts.items)[index];
    const uint16_t *kept = (uint16_t *)b->part_melds.items + part.kept.first,
                   *melds = (uint16_t *)b->part_melds.items + part.melds.first;
    for (int32_t at = 0; at < part.kept.count; at++) set_bit(b->stays.items, kept[at]);
    for (int32_t at = 0; at < part.melds.count; at++) append_u16(&b->tables, melds[at]);
}

static void clear_stays(TableBuilder *b) { memset(b->stays.items, 0, (b->old.count / LIMB_BITS + 1) * sizeof(uint64_t)); }

/* Adds jokers that are in no part to runs of the table in progress, whose new melds start at `first`. */
static void add_jokers(TableBuilder *b, size_t first, int jokers) {
    b->melds.count = b->kept.count = 0;
    for (size_t at = first; at < b->tables.count; at++)
        *(Meld *)vector_push(&b->melds, sizeof(Meld)) = ((Meld *)b->new_melds.items)[((uint16_t *)b->tables.items)[at]];
    for (size_t at = 0; at < b->old.count; at++)
        if (has_bit(b->stays.items, at)) append_u16(&b->kept, at);
    while (jokers--) append_joker(b);
    clear_stays(b);
    for (size_t at = 0; at < b->kept.count; at++) set_bit(b->stays.items, ((uint16_t *)b->kept.items)[at]);
    b->tables.count = first;
    for (size_t at = 0; at < b->melds.count; at++) append_u16(&b->tables, find_new_meld(b, (Meld *)b->melds.items + at));
}

/* Appends the table of a word, made of the current parts. */
static void append_table(Batch *batch, int word, int jokers) {
    TableBuilder *b = batch->builder;
    size_t head = b->tables.count;
    update_runs(batch);
    ((int32_t *)b->table_starts.items)[batch->indexes[word]] = (int32_t)head;
    clear_stays(b);
    append_u16(&b->tables, 0);
    for (int number = 0; number < batch->p->numbers_count; number++)
        if (batch->groups[number] >= 0) add_part(b, batch->groups[number]);
    for (int run_colour = 0; run_colour < batch->p->run_colours; run_colour++) add_part(b, batch->runs[run_colour]);
    if (jokers) add_jokers(b, head + 1, jokers);
    ((uint16_t *)b->tables.items)[head] = (uint16_t)(b->tables.count - head - 1);
    size_t kept = b->tables.count;
    append_u16(&b->tables, 0);
    for (size_t first = 0; first < b->old.count; first += LIMB_BITS)
        for (uint64_t left = ((uint64_t *)b->stays.items)[first / LIMB_BITS]; left; left &= left - 1)
            append_u16(&b->tables, first + (size_t)__builtin_ctzll(left));
    ((uint16_t *)b->tables.items)[kept] = (uint16_t)(b->tables.count - kept - 1);
}

/* Follows the path of a word and appends its table. Only the parts that differ from the word before are determined again. */
static void build_table(Batch *batch, int word, int32_t path_state) {
    const Paths *paths = batch->paths;
    int jokers = 0;
    for (int layer = 0; layer < paths->layers; layer++) {
        int32_t at = ((PathState *)paths->states.items)[path_state].steps[paths->suffixes[layer].of_words[word]];
        PathStep *step = (PathStep *)paths->steps.items + at;
        path_state = step->next;
        jokers = step->jokers_left;
        if (batch->steps[layer] == at) continue;
        batch->steps[layer] = at;
        if (!step->is_read) read_split(batch, layer, step);
        batch->groups[layer] = step->groups;
        batch->changed |= batch->run_counts[layer] ^ step->run_counts;
        batch->run_counts[layer] = step->run_counts;
    }
    append_table(batch, word, jokers);
}

/* Finds paths and tables for a batch within a number of steps. */
static Outcome build_batch(Batch *batch, Automaton *a, int64_t step_limit) {
    Paths paths;
    int32_t start = 0;
    uint8_t is_done[256] = {0}; /* by jokers */
    paths_open(&paths, a, step_limit, &batch->builder->before);
    find_suffixes(&paths, batch->words, batch->count);
    batch->paths = &paths;
    memset(batch->steps, -1, sizeof batch->steps);
    memset(batch->run_counts, 0, sizeof batch->run_counts);
    batch->changed = ~(uint64_t)0;
    for (int first = 0; first < batch->count && start >= 0; first++) {
        int jokers = jokers_of_word(batch, first);
        if (is_done[jokers]) continue;
        is_done[jokers] = 1;
        start = find_batch_paths(batch, first);
        for (int word = first; word < batch->count && start >= 0; word++)
            if (jokers_of_word(batch, word) == jokers) build_table(batch, word, start);
    }
    Outcome outcome = start >= 0 ? FOUND : paths.exhausted ? EXHAUSTED : IMPOSSIBLE;
    paths_close(&paths);
    return outcome;
}

/* --- requests ---------------------------------------------------------------------------------------------------------- */

/* The plays and the old melds of a call. */
typedef struct {
    const uint8_t *letters, *sizes, *tiles;
    const int32_t *scenarios;
    int32_t count, melds;
} Request;

/* The index of a new meld in the output, to which it is added if it is not there. */
static size_t find_output_index(TableBuilder *b, uint16_t meld) {
    int32_t *index = (int32_t *)b->output_index.items + meld;
    if (*index < 0) {
        const Meld *tiles = (Meld *)b->new_melds.items + meld;
        *index = (int32_t)b->output_sizes.count;
        *(uint8_t *)vector_push(&b->output_sizes, 1) = tiles->size;
        vector_reserve(&b->output_tiles, 1, b->output_tiles.count + tiles->size);
        memcpy((uint8_t *)b->output_tiles.items + b->output_tiles.count, tiles->tiles, tiles->size);
        b->output_tiles.count += tiles->size;
    }
    return (size_t)*index;
}

/* Writes the tables of all words in the order of the request: the indexes of the old melds that stay, then those of the new
 * melds, which count on from the old ones. */
static void write_tables(TableBuilder *b, int32_t count) {
    size_t melds = b->new_melds.count;
    vector_reserve(&b->output_index, sizeof(int32_t), melds + 1);
    memset(b->output_index.items, -1, melds * sizeof(int32_t));
    b->output_melds.count = b->output_ends.count = b->output_sizes.count = b->output_tiles.count = 0;
    for (int32_t word = 0; word < count; word++) {
        const uint16_t *made = (uint16_t *)b->tables.items + ((int32_t *)b->table_starts.items)[word];
        const uint16_t *kept = made + 1 + made[0];
        for (int at = 1; at <= kept[0]; at++) append_u16(&b->output_melds, kept[at]);
        for (int at = 1; at <= made[0]; at++) append_u16(&b->output_melds, b->old.count + find_output_index(b, made[at]));
        *(int32_t *)vector_push(&b->output_ends, sizeof(int32_t)) = (int32_t)b->output_melds.count;
    }
}

/* Interprets the old melds for a scenario: the cells to which its jokers are bound decide how. */
static void read_table(TableBuilder *b, const Problem *p, int scenario, const Request *request) {
    vector_reserve(&b->old, sizeof(OldMeld), (size_t)request->melds + 1);
    vector_reserve(&b->stays, sizeof(uint64_t), (size_t)request->melds / LIMB_BITS + 1);
    b->old.count = (size_t)request->melds;
    read_old_melds(p, p->roles + (size_t)scenario * p->faces, request->sizes, request->tiles, request->melds, b->old.items);
    find_arrangement(p, b->old.items, request->melds, &b->before);
    clear_parts(b);
}

/* Builds the tables of some words of one scenario; false if one has none. A batch that exceeds the bound on steps or memory
 * is halved. */
static int build_words(Engine *engine, const Request *request, const int32_t *indexes, int count) {
    const Problem *p = &engine->problem;
    Batch batch = {
        .builder = engine->builder, .p = p, .scenario = request->scenarios[indexes[0]], .count = count, .indexes = indexes};
    for (int word = 0; word < count; word++) batch.words[word] = request->letters + (size_t)indexes[word] * (p->faces + 1);
    Automaton *a = engine->automaton || !engine->best_automaton ? word_automaton(engine) : engine->best_automaton;
    Outcome outcome = build_batch(&batch, a, engine->steps);
    take_steps(engine, a);
    if (outcome != EXHAUSTED || count == 1) return outcome == FOUND;
    return build_words(engine, request, indexes, count / 2) && build_words(engine, request, indexes + count / 2, count - count / 2);
}

/* Builds the tables of the words that have the scenario of the word `first`, up to the size of a batch; false if one has
 * none. */
static int build_scenario(Engine *engine, const Request *request, int32_t first, int32_t *indexes, uint8_t *is_done) {
    const Problem *p = &engine->problem;
    int scenario = request->scenarios[first], count = 0;
    for (int32_t at = first; at < request->count && count < MAX_BATCH; at++)
        if (!is_done[at] && request->scenarios[at] == scenario) {
            if (!has_letters(p, scenario, request->letters + (size_t)at * (p->faces + 1))) return 0;
            indexes[count++] = at;
            is_done[at] = 1;
        }
    return build_words(engine, request, indexes, count);
}

/* Builds the tables of all words; false if one has none. */
static int build_tables(Engine *engine, const Request *request) {
    const Problem *p = &engine->problem;
    int32_t *indexes = allocate(((size_t)request->count + 1) * sizeof(int32_t));
    uint8_t *is_done = allocate_zeroed((size_t)request->count + 1, 1);
    const uint8_t *roles = NULL;
    int is_found = 1;
    for (int32_t at = 0; at < request->count && is_found; at++) {
        if (is_done[at]) continue;
        const uint8_t *own = p->roles + (size_t)request->scenarios[at] * p->faces;
        if (!roles || memcmp(roles, own, (size_t)p->faces)) read_table(engine->builder, p, request->scenarios[at], request);
        roles = own;
        is_found = build_scenario(engine, request, at, indexes, is_done);
    }
    release(indexes);
    release(is_done);
    return is_found;
}

/* Reconstructs the tables of `count` plays, each given by its letters and its scenario, on a table of `melds` old melds.
 * Returns false if one of them has no table. `output` receives the address and the count of the melds of all tables, the
 * address of the tables' ends, and the addresses and counts of the sizes and of the tiles of the new melds. */
int engine_reconstruct(Engine *engine, const uint8_t *letters, const int32_t *scenarios, int32_t count, const uint8_t *sizes,
                       const uint8_t *tiles, int32_t melds, int64_t *output) {
    begin_query(engine);
    if (!engine->builder) engine->builder = table_builder_open(&engine->problem);
    TableBuilder *b = engine->builder;
    Request request = {letters, sizes, tiles, scenarios, count, melds};
    clear_parts(b);
    clear_new_melds(b);
    b->tables.count = 0;
    vector_reserve(&b->table_starts, sizeof(int32_t), (size_t)count + 1);
    int is_found = build_tables(engine, &request);
    if (is_found) write_tables(b, count);
    end_query(engine);
    if (!is_found) return 0;
    output[0] = (int64_t)(intptr_t)b->output_melds.items;
    output[1] = (int64_t)b->output_melds.count;
    output[2] = (int64_t)(intptr_t)b->output_ends.items;
    output[3] = (int64_t)(intptr_t)b->output_sizes.items;
    output[4] = (int64_t)b->output_sizes.count;
    output[5] = (int64_t)(intptr_t)b->output_tiles.items;
    output[6] = (int64_t)b->output_tiles.count;
    return 1;
}
