/* What words have from a number on. Words that end alike have one way from the same state, so they are asked about as one. */
#include <string.h>

#include "paths.h"

enum { FIRST_ROOM = 1 << 14, LARGEST_ROOM = 1 << 19, MOST_ROOMS = 168 };

/* Room for so many bytes, all clear; NULL, and a stop, if there is none left. */
void *take_room(Ways *w, size_t bytes) {
    bytes = (bytes + 7) & ~(size_t)7;
    if (w->used + bytes > w->room) {
        size_t room = w->room ? 2 * w->room : FIRST_ROOM;
        if (room > LARGEST_ROOM) room = LARGEST_ROOM;
        if (room < bytes) room = bytes;
        if (w->rooms.count == MOST_ROOMS) {
            w->stopped = 1;
            return NULL;
        }
        void *made = allot_bytes(room);
        *(void **)push(&w->rooms, sizeof(void *)) = made;
        w->room = room;
        w->used = 0;
    }
    w->used += bytes;
    return memset((char *)((void **)w->rooms.items)[w->rooms.count - 1] + w->used - bytes, 0, bytes);
}

/* The place of letters among all that words have in a layer; likely those of the word before. */
static int find_letters(Endings *e, uint32_t letters, int likely) {
    if (likely < e->letters_count && e->letters[likely] == letters) return likely;
    int at = 0;
    while (at < e->letters_count && e->letters[at] != letters) at++;
    if (at == e->letters_count) e->letters[e->letters_count++] = letters;
    return at;
}

static uint32_t read_letters(const uint8_t *word, int colours) {
    if (colours == MOST_COLOURS) return (uint32_t)word[0] | (uint32_t)word[1] << 8 | (uint32_t)word[2] << 16 | (uint32_t)word[3] << 24;
    uint32_t letters = 0;
    for (int colour = 0; colour < colours; colour++) letters |= (uint32_t)word[colour] << 8 * colour;
    return letters;
}

/* Whether all words have the same letters from a cell on. */
static int are_alike(const uint8_t *const *words, int count, size_t cell, int colours) {
    uint32_t letters = read_letters(words[0] + cell, colours), other = 0;
    for (int word = 1; word < count; word++) other |= letters ^ read_letters(words[word] + cell, colours);
    return !other;
}

/* Numbers keys in their order, equal ones alike: `numbers` becomes 1 more than the number of each key that is there. */
static int number_keys(uint16_t *numbers, int keys) {
    int count = 0;
    for (int key = 0; key < keys; key++)
        if (numbers[key]) numbers[key] = (uint16_t)++count;
    return count;
}

/* What endings have in one lane: the same once more, letter by letter. */
static void find_lane_endings(Ways *w, int layer, int lane) {
    Endings *e = &w->endings[layer];
    const LaneEndings *after = &e[1].lanes[lane];
    LaneEndings *mine = &e->lanes[lane];
    int keys = LETTERS * after->count, ending = 0;
    uint16_t *numbers = take_room(w, (size_t)keys * sizeof *numbers), *of = take_room(w, (size_t)e->count * sizeof *of);
    if (!numbers || !of) return;
    for (int at = 0; at < e->letters_count; at++)
        for (; ending < e->first[at + 1]; ending++) {
            of[ending] = (uint16_t)(letter_of(e->letters[at], lane) * after->count + after->of[e->next[ending]]);
            numbers[of[ending]] = 1;
        }
    mine->count = number_keys(numbers, keys);
    uint16_t *next = take_room(w, (size_t)mine->count * sizeof *next);
    if (!next) return;
    for (int key = 0; key < keys; key++) {
        if (numbers[key]) next[numbers[key] - 1] = (uint16_t)(key % after->count);
        if (numbers[key]) mine->first[key / after->count + 1] = numbers[key];
    }
    for (int letter = 1; letter <= LETTERS; letter++)
        if (mine->first[letter] < mine->first[letter - 1]) mine->first[letter] = mine->first[letter - 1];
    for (ending = 0; ending < e->count; ending++) of[ending] = (uint16_t)(numbers[of[ending]] - 1);
    mine->of = of;
    mine->next = next;
}

/* Where all words have the same letters, endings are what they are after the layer. */
static void lengthen_endings(Ways *w, int layer) {
    Endings *e = &w->endings[layer];
    e->count = e->first[1] = e[1].count;
    e->of_words = e[1].of_words;
    e->next = w->rising;
    for (int lane = 0; lane < w->p->lanes; lane++) {
        LaneEndings *mine = &e->lanes[lane];
        *mine = (LaneEndings){.count = e[1].lanes[lane].count, .of = e[1].lanes[lane].of, .next = w->rising};
        for (int letter = letter_of(e->letters[0], lane) + 1; letter <= LETTERS; letter++) mine->first[letter] = mine->count;
    }
}

/* Endings that begin with different letters; those with the same are in a row. `letters` has those of each word. */
static void tell_endings_apart(Ways *w, int layer, uint16_t *letters, int count) {
    Endings *e = &w->endings[layer];
    int following = e[1].count, keys = e->letters_count * following;
    uint16_t *numbers = take_room(w, (size_t)keys * sizeof *numbers);
    if (!numbers) return;
    for (int word = 0; word < count; word++) numbers[letters[word] * following + e[1].of_words[word]] = 1;
    e->count = number_keys(numbers, keys);
    uint16_t *next = take_room(w, (size_t)e->count * sizeof *next);
    if (!next) return;
    for (int key = 0; key < keys; key++) {
        if (numbers[key]) next[numbers[key] - 1] = (uint16_t)(key % following);
        if (numbers[key]) e->first[key / following + 1] = numbers[key];
    }
    for (int word = 0; word < count; word++)
        letters[word] = (uint16_t)(numbers[letters[word] * following + e[1].of_words[word]] - 1);
    e->of_words = letters;
    e->next = next;
    for (int lane = 0; lane < w->p->lanes && !w->p->mixed && !w->stopped; lane++) find_lane_endings(w, layer, lane);
}

/* The endings before a layer, from those after it. */
static void find_endings_at(Ways *w, int layer, const uint8_t *const *words, int count) {
    Endings *e = &w->endings[layer];
    int colours = layer < w->p->numbers_count ? w->p->colours : 0;
    size_t cell = (size_t)cell_before(w->p, layer);
    int alike = are_alike(words, count, cell, colours);
    size_t kinds = alike ? 1 : (size_t)count;
    e->letters = take_room(w, kinds * sizeof *e->letters);
    e->first = take_room(w, (kinds + 1) * sizeof *e->first);
    if (!e->letters || !e->first) return;
    if (alike) {
        e->letters[e->letters_count++] = read_letters(words[0] + cell, colours);
        lengthen_endings(w, layer);
    } else {
        uint16_t *letters = take_room(w, (size_t)count * sizeof *letters);
        if (!letters) return;
        for (int word = 0; word < count; word++)
            letters[word] = (uint16_t)find_letters(e, read_letters(words[word] + cell, colours), word ? letters[word - 1] : 0);
        tell_endings_apart(w, layer, letters, count);
    }
    e->width = (uint32_t)(e->count + WORD - 1) / WORD;
    e->asked = take_room(w, e->width * sizeof *e->asked);
}

/* All endings of some words. */
void find_endings(Ways *w, const uint8_t *const *words, int count) {
    Endings *last = &w->endings[w->layers];
    uint16_t *rising = take_room(w, (size_t)count * sizeof *rising), *none = take_room(w, (size_t)count * sizeof *none);
    for (int at = 0; at < count; at++) rising[at] = (uint16_t)at;
    w->rising = rising;
    last->width = 1;
    last->count = 1;
    last->of_words = none;
    last->asked = take_room(w, sizeof(uint64_t));
    for (int lane = 0; lane < w->p->lanes; lane++) last->lanes[lane] = (LaneEndings){.count = 1, .of = none, .next = none};
    for (int layer = w->layers - 1; layer >= 0 && !w->stopped; layer--) find_endings_at(w, layer, words, count);
}
