/* Arena: the memory of one engine, counted and limited; vectors and hash indexes in it.
 *
 * Each engine has an arena that counts its bytes. A search above the hard limit (152 MiB) is marked as full and ends as if its
 * limit of steps were reached. It ends at the same point in every run, because only its own bytes count.
 *
 * A search calls the caller's checkpoint every CHECK_STEPS steps and when it exceeds the soft limit (8 MiB). The checkpoint may
 * wait, so that a process with many threads needs little more memory than one large search. If it returns 1, the search is
 * stopped: it ends as if its limit of steps were reached, and its result is not used.
 *
 * Example: two threads search at once, each with 5 MiB. The first grows to 9 MiB, and its checkpoint returns at once. The second
 * grows to 9 MiB, and its checkpoint waits until the first search has ended.
 */
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    int64_t bytes;
    int is_large;   /* whether the soft limit was exceeded */
    int is_full;    /* whether the hard limit was exceeded since arena_retry */
    int is_stopped; /* whether a checkpoint returned 1 */
} Arena;

enum { CHECK_STEPS = 1 << 18 };

/* Called in the thread of a search; returns whether it must stop. */
typedef int (*Checkpoint)(int is_large);

/* Sets the checkpoint of all searches of this process. */
void engine_set_checkpoint(Checkpoint checkpoint);

/* Counts the memory of this thread in the given arena from now on, in none if NULL; returns the one before. */
Arena *arena_enter(Arena *arena);
/* Calls the checkpoint, unless the search is stopped already; returns whether it is stopped. */
int arena_checkpoint(int is_large);
int arena_is_stopped(void);
int arena_is_large(void);
int arena_is_full(void);
/* Clears is_full, unless the arena is still above the limit. */
void arena_retry(void);

/* These functions never return NULL: they abort the process if the machine has no memory. */
void *allocate_zeroed(size_t count, size_t size);
void *allocate(size_t bytes);
void *reallocate(void *memory, size_t bytes);
void release(void *memory);

typedef struct {
    void *items;
    size_t count, capacity;
} Vector;

void vector_reserve(Vector *vector, size_t size, size_t count);
void vector_release(Vector *vector);

/* Appends an item of `size` bytes and returns it, uninitialised. */
static inline void *vector_push(Vector *vector, size_t size) {
    if (vector->count == vector->capacity) vector_reserve(vector, size, vector->count + 1);
    return (char *)vector->items + size * vector->count++;
}

/* A hash index with linear probing. It maps a hash to positions in a vector; the caller compares the items. A slot is in use
 * if its stamp is the current one, so the index is cleared by incrementing that. */
typedef struct {
    uint32_t stamp, hash, position;
} Slot;

typedef struct {
    Slot *slots;
    size_t capacity, count;
    uint32_t current;
} Index;

void index_open(Index *index);
void index_clear(Index *index);
void index_release(Index *index);
void index_add(Index *index, uint32_t hash, uint32_t position);

/* The next position with this hash, or UINT32_MAX. Start with *slot = SIZE_MAX. */
static inline uint32_t index_next(const Index *index, uint32_t hash, size_t *slot) {
    size_t mask = index->capacity - 1;
    size_t at = *slot == SIZE_MAX ? (hash & mask) : ((*slot + 1) & mask);
    for (; index->slots[at].stamp == index->current; at = (at + 1) & mask)
        if (index->slots[at].hash == hash) {
            *slot = at;
            return index->slots[at].position;
        }
    return UINT32_MAX;
}

static inline uint32_t hash_u64(const uint64_t *values, size_t count) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (size_t at = 0; at < count; at++) {
        hash = (hash ^ values[at]) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash;
}

#endif
