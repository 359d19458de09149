/* A language search: its memory, its start and its end.
 *
 * Bitsets are allocated from chunks and never released one by one. The buffers come first; everything after them belongs to
 * explored states and can be dropped at any time (clear_states), because a state that is queried again is simply explored
 * again.
 *
 * Example: a language of 20 different tiles has 2^20 bits, which are 2^14 limbs, so every word has a bit (`listed`). 25
 * tiles would need 2^19 limbs, more than MAX_LIMBS: these words are only counted, by determinise.c.
 */
#include <string.h>

#include "language.h"

/* Zeroed limbs, or NULL if a limit is reached; the search is exhausted then. */
uint64_t *allocate_limbs(LanguageSearch *l, size_t limbs) {
    if (l->chunk_used + limbs > l->chunk_size) {
        size_t size = l->chunk_size ? 2 * l->chunk_size : FIRST_CHUNK;
        if (size > LARGEST_CHUNK) size = LARGEST_CHUNK;
        if (size < limbs) size = limbs;
        if (l->chunks_count == MAX_CHUNKS || l->allocated + size > MAX_SEARCH_LIMBS || arena_is_full()) {
            l->exhausted = 1;
            return NULL;
        }
        l->chunks[l->chunks_count++] = allocate(size * sizeof(uint64_t));
        l->allocated += size;
        l->chunk_size = size;
        l->chunk_used = 0;
    }
    l->chunk_used += limbs;
    return memset(l->chunks[l->chunks_count - 1] + l->chunk_used - limbs, 0, limbs * sizeof(uint64_t));
}

/* Drops all explored states. They save work, but no result depends on them. */
void clear_states(LanguageSearch *l) {
    while (l->chunks_count > l->buffer_chunks) release(l->chunks[--l->chunks_count]);
    l->chunk_used = l->chunk_size = l->used_by_buffers;
    l->allocated = l->allocated_by_buffers;
    l->explored.count = 0;
    index_clear(&l->explored_index);
    colour_suffixes_clear(l);
    cache_clear(l);
}

/* Drops all explored states if they use half of what they may. */
void trim_states(LanguageSearch *l) {
    if (l->allocated > MAX_SEARCH_LIMBS / 2 || l->explored.count > MAX_EXPLORED / 2) clear_states(l);
}

/* A search that has no result yet, with a limit on its steps. */
static LanguageSearch *language_search_open(Automaton *a, int64_t steps) {
    LanguageSearch *l = allocate_zeroed(1, sizeof *l);
    l->problem = a->problem;
    l->a = a;
    l->step_limit = a->steps + steps;
    l->layers = a->layers;
    index_open(&l->explored_index);
    index_open(&l->frontier_index);
    l->roots = allocate_zeroed((size_t)l->problem->scenarios * MAX_JOKERS + 1, sizeof *l->roots);
    layout_words(l->problem, l->layouts);
    l->listed = are_words_few(l->problem);
    l->max_limbs = l->listed ? MAX_LIMBS : MAX_LIMBS_AFTER_PREFIX;
    l->partition_layer = l->listed ? find_partition_layer(l) : 0;
    open_buffers(l);
    l->buffer_chunks = l->chunks_count;
    l->used_by_buffers = l->chunk_used;
    l->allocated_by_buffers = l->allocated;
    colour_suffixes_open(l);
    return l;
}

/* Releases everything but the result. */
static void release_search(LanguageSearch *l) {
    vector_release(&l->explored);
    vector_release(&l->transitions);
    for (int jokers = 0; jokers <= MAX_JOKERS; jokers++) {
        release(l->excluded[jokers]);
        l->excluded[jokers] = NULL;
    }
    for (int layer = 0; layer <= l->partition_layer; layer++) vector_release(&l->frontiers[layer]);
    vector_release(&l->known_frontiers);
    vector_release(&l->frontier_states);
    index_release(&l->frontier_index);
    index_release(&l->explored_index);
    colour_suffixes_release(l);
    release_bounded(l);
    cache_release(l);
    for (int chunk = 0; chunk < l->chunks_count; chunk++) release(l->chunks[chunk]);
    l->chunks_count = 0;
}

void language_search_release(LanguageSearch *l) {
    if (!l) return;
    release_search(l);
    vector_release(&l->letters);
    for (int root = 0; root < l->problem->scenarios * MAX_JOKERS; root++) release(l->roots[root]);
    release(l->roots);
    release(l);
}

/* The words of a problem and their number, or NULL if a limit is reached. */
LanguageSearch *count_language(Automaton *a, int64_t steps) {
    arena_retry();
    LanguageSearch *l = language_search_open(a, steps);
    int complete = l->listed ? find_all_words(l) : count_by_prefixes(l, &l->total);
    if (l->listed && complete) l->total = count_all_scenarios(l);
    release_search(l);
    if (complete) return l;
    language_search_release(l);
    return NULL;
}

/* A copy of the result. */
LanguageSearch *copy_words(const LanguageSearch *l) {
    LanguageSearch *copy = allocate_zeroed(1, sizeof *copy);
    size_t roots = (size_t)l->problem->scenarios * MAX_JOKERS, size = l->layouts[0].limbs * sizeof(uint64_t);
    copy->roots = allocate_zeroed(roots + 1, sizeof *copy->roots);
    copy->problem = l->problem;
    copy->listed = l->listed;
    memcpy(copy->layouts, l->layouts, sizeof l->layouts);
    for (size_t root = 0; root < roots; root++) {
        if (!l->roots[root]) continue;
        copy->roots[root] = allocate(size);
        memcpy(copy->roots[root], l->roots[root], size);
    }
    return copy;
}
