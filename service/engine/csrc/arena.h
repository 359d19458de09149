/* All memory of a search, counted; growing arrays, and an index over their items.
 *
 * What a search holds is counted in its room. Who needs much waits until nobody else does, so that however many threads search at once, a
 * process holds little more than the largest search may. That is bounded too: a room that is full ends a search as past its bound on
 * work, always at the same place.
 */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t bytes;
    int is_large; /* it has its turn */
    int is_full;  /* it was full once since somebody tried anew */
} Arena;

/* All that is allotted and given back from now on is of this room; of none if NULL. */
void arena_enter(Arena *room);
/* Others may have their turn. */
void arena_leave(void);
int arena_is_large(void);
/* Whether it was full. That stays so until somebody tries anew, in another way. */
int arena_is_full(void);
void arena_retry(void);

/* Memory that is clear, that is not, and more of it. There is always enough: the bounds keep a search far below what a machine has. */
void *allocate_zeroed(size_t count, size_t size);
void *allocate(size_t bytes);
void *reallocate(void *memory, size_t bytes);
void release(void *memory);

typedef struct {
    void *items;
    size_t count, room;
} Vector;

/* Finds the place of an item by its hash; the owner compares the items. Emptied at once by a new stamp. */
typedef struct {
    uint32_t stamp, hash, place;
} Slot;

typedef struct {
    Slot *slots;
    size_t room, count;
    uint32_t now;
} Index;

void vector_reserve(Vector *vector, size_t size, size_t count);
void vector_release(Vector *vector);
void index_open(Index *index);
void index_clear(Index *index);
void index_release(Index *index);
/* Walks the places that may hold an item with this hash; start with *slot = SIZE_MAX; UINT32_MAX ends the walk. */
static inline uint32_t index_next(const Index *index, uint32_t hash, size_t *slot) {
    size_t mask = index->room - 1;
    size_t at = *slot == SIZE_MAX ? (hash & mask) : ((*slot + 1) & mask);
    for (; index->slots[at].stamp == index->now; at = (at + 1) & mask)
        if (index->slots[at].hash == hash) {
            *slot = at;
            return index->slots[at].place;
        }
    return UINT32_MAX;
}
void index_add(Index *index, uint32_t hash, uint32_t place);
static inline uint32_t hash_u64(const uint64_t *words, size_t count) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (size_t at = 0; at < count; at++) {
        hash = (hash ^ words[at]) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}
static inline void *vector_push(Vector *vector, size_t size) {
    if (vector->count == vector->room) vector_reserve(vector, size, vector->count + 1);
    return (char *)vector->items + size * vector->count++;
}

#endif
