/* Growing arrays, and an index over their items. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"

void reserve(Vector *vector, size_t size, size_t count) {
    if (count <= vector->room) return;
    size_t room = vector->room ? vector->room : 64;
    while (room < count) room *= 2;
    vector->items = realloc(vector->items, room * size);
    if (!vector->items) abort(); /* the limits on work keep a search far below what a machine has */
    vector->room = room;
}

void drop(Vector *vector) {
    free(vector->items);
    memset(vector, 0, sizeof *vector);
}

enum { LARGE_INDEX = 1 << 16 };

static void index_make(Index *index, size_t room) {
    index->room = room;
    index->count = 0;
    index->now = 1;
    index->slots = calloc(room, sizeof(Slot));
    if (!index->slots) abort();
}

void index_open(Index *index) { index_make(index, 256); }

void index_drop(Index *index) {
    free(index->slots);
    memset(index, 0, sizeof *index);
}

void index_clear(Index *index) {
    index->count = 0;
    index->now++;
}

static void index_put(Index *index, uint32_t hash, uint32_t place) {
    size_t mask = index->room - 1, at = hash & mask;
    while (index->slots[at].stamp == index->now) at = (at + 1) & mask;
    index->slots[at] = (Slot){index->now, hash, place};
    index->count++;
}

void index_add(Index *index, uint32_t hash, uint32_t place) {
    if (2 * index->count >= index->room) {
        Index old = *index;
        index_make(index, (old.room < LARGE_INDEX ? 4 : 2) * old.room);
        for (size_t at = 0; at < old.room; at++)
            if (old.slots[at].stamp == old.now) index_put(index, old.slots[at].hash, old.slots[at].place);
        index_drop(&old);
    }
    index_put(index, hash, place);
}
