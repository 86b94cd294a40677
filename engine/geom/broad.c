// SPDX-License-Identifier: MIT
// broad.c -- which of many boxes overlap: hashed rows, swept in pairs.
//
// Boxes are sorted into groups by size, a factor of 8 each. A group has rows as wide as its largest
// box, and a box belongs to the row of its low corner. Low corners of two boxes of one group that
// overlap differ by less than a row: a row is swept with itself and with four of its eight
// neighbours, the other four doing the same from their side. Against a group of larger boxes, every
// row is swept with all rows in reach.
//
// A sweep goes along two rows at once. Tests are done on coordinates cut to 20 bits, three to a
// word: with a guard bit above each, one subtraction compares all three. Cutting keeps the order,
// so that nothing is missed; what passes is looked at exactly.
#include "geom/broad.h"

#include <limits.h>
#include <string.h>

#define GROUPS 16
#define HOME 8      // the group that boxes of average size belong to
#define APART (-1)  // row of boxes too large or too far away for any grid
#define ABSENT (-2) // row of boxes with a NaN

// numbers beyond this are far away; their squares and sums stay finite
#define FAR 1e150

// boxes and distances below this have no size
#define TINY 1e-150

// rows along the longest side of everything at most
#define ROWS 0x1p19

// rows are counted from here, so that those below the corner are positive as well
#define BASE 4.0

// coordinates of items: bits, largest value, guards
#define BITS 21
#define TOP 1048575.0
#define GUARDS (((uint64_t)1 << 20) | ((uint64_t)1 << 41) | ((uint64_t)1 << 62))

#define MIN_BUCKETS 64

typedef struct grid {
    double limit;    // boxes up to here belong to the group
    double widest;   // largest of its boxes
    double width;    // of a row
    double per;      // rows per length
    double reach;    // how far below a box the low corners of its partners may be
    uint32_t behind; // the same in x of items
    int rows;        // how many
} grid;

// scratch of one call
typedef struct hunt {
    sut_broad *b;
    const sut_broad_box *box;
    int count;
    const double *skip;
    int (*pair)[2];
    int capacity;
    int64_t found;
    grid grid[GROUPS];
    sut_vec3 low; // corner of everything
    double span;  // longest side of everything
    double scale; // coordinates of items per length
    int shift;    // 64 - log2 of the buckets in use
    int rows;     // of all groups
} hunt;

static size_t padded(size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

// A power of two, at least twice the rows there can be.
static size_t buckets_for(int count) {
    size_t n = MIN_BUCKETS;
    while (n < 2 * (size_t)count) {
        n *= 2;
    }
    return n;
}

static void *carve(size_t *at, char *memory, size_t bytes) {
    void *part = memory ? memory + *at : 0;
    *at += padded(bytes);
    return part;
}

// The parts of the memory, and how much they need.
static size_t lay_out(sut_broad *b, int max_count, char *memory) {
    size_t n = (size_t)max_count;
    size_t at = 0;
    b->max_count = max_count;
    b->item = carve(&at, memory, n * sizeof(sut_broad_item));
    b->key = carve(&at, memory, n * sizeof(uint64_t));
    b->spare = carve(&at, memory, n * sizeof(uint64_t));
    b->row_key = carve(&at, memory, n * sizeof(uint64_t));
    b->mark = carve(&at, memory, (n / 64 + 1) * sizeof(uint64_t));
    b->row = carve(&at, memory, n * sizeof(int));
    b->start = carve(&at, memory, (n + 2) * sizeof(int));
    b->list = carve(&at, memory, n * sizeof(int));
    b->table = carve(&at, memory, buckets_for(max_count) * sizeof(int));
    return at;
}

size_t sut_broad_memory(int max_count) {
    sut_broad unused;
    return lay_out(&unused, max_count, 0);
}

void sut_broad_init(sut_broad *b, int max_count, void *memory) {
    lay_out(b, max_count, memory);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

static double smaller(double a, double b) {
    return a < b ? a : b;
}

static double size_of(const sut_broad_box *x) {
    double wide = larger(x->high.x - x->low.x, x->high.y - x->low.y);
    return larger(wide, x->high.z - x->low.z);
}

static bool is_sound(const sut_broad_box *x) {
    return x->low.x <= x->high.x && x->low.y <= x->high.y && x->low.z <= x->high.z;
}

static bool is_near(const sut_broad_box *x) {
    return x->low.x > -FAR && x->low.y > -FAR && x->low.z > -FAR && x->high.x < FAR &&
           x->high.y < FAR && x->high.z < FAR;
}

// Average size and common bounds of all boxes that go into grids; returns the average.
static double survey(hunt *h) {
    sut_vec3 low = v3(FAR, FAR, FAR);
    sut_vec3 high = v3(-FAR, -FAR, -FAR);
    double sum = 0.0;
    int used = 0;
    for (int i = 0; i < h->count; i++) {
        const sut_broad_box *x = &h->box[i];
        bool sound = is_sound(x);
        if (!sound || !is_near(x)) {
            h->b->row[i] = sound ? APART : ABSENT;
            continue;
        }
        h->b->row[i] = HOME;
        low = v3(smaller(low.x, x->low.x), smaller(low.y, x->low.y), smaller(low.z, x->low.z));
        high = v3(larger(high.x, x->high.x), larger(high.y, x->high.y), larger(high.z, x->high.z));
        sum += size_of(x);
        used++;
    }
    h->low = low;
    h->span = used > 0 ? larger(high.x - low.x, larger(high.y - low.y, high.z - low.z)) : 0.0;
    h->scale = h->span > TINY ? TOP / h->span : 0.0;
    return used > 0 ? sum / used : 0.0;
}

// Put every box into a group (kept in row[] for now) and fix the rows of the groups.
static void choose_groups(hunt *h, double mean) {
    double limit = 2.0 * mean;
    for (int k = 0; k < HOME; k++) {
        limit *= 0.125;
    }
    for (int k = 0; k < GROUPS; k++) {
        grid empty = {limit, 0.0, 0.0, 0.0, 0.0, 0, 0};
        h->grid[k] = empty;
        limit *= 8.0;
    }
    for (int i = 0; i < h->count; i++) {
        if (h->b->row[i] < 0) {
            continue;
        }
        double size = size_of(&h->box[i]);
        int k = HOME;
        while (k > 0 && size <= h->grid[k - 1].limit) {
            k--;
        }
        while (k < GROUPS - 1 && size > h->grid[k].limit) {
            k++;
        }
        h->b->row[i] = k;
        h->grid[k].widest = larger(h->grid[k].widest, size);
    }
    for (int k = 0; k < GROUPS; k++) {
        grid *g = &h->grid[k];
        // a little more than the largest box, for rounding
        g->reach = g->widest * (1.0 + 1e-9) + h->span * 1e-12;
        double width = larger(g->reach * (1.0 + 1e-9), h->span / ROWS);
        g->width = width > TINY ? width : 1.0; // everything in one point
        g->per = 1.0 / g->width;
        g->behind = (uint32_t)(g->reach * h->scale) + 2;
    }
}

// Every x is less than BASE rows below the corner: cutting off the fraction rounds down.
static uint64_t index_of(double x, double low, double per) {
    return (uint64_t)((x - low) * per + BASE);
}

static uint64_t key_of(uint64_t y, uint64_t z, int group) {
    return ((uint64_t)group << 60) | (z << 30) | y;
}

static uint64_t cut(const hunt *h, double x, double low) {
    return (uint64_t)((x - low) * h->scale);
}

static uint64_t packed(const hunt *h, sut_vec3 p) {
    return (cut(h, p.x, h->low.x) << (2 * BITS)) | (cut(h, p.y, h->low.y) << BITS) |
           cut(h, p.z, h->low.z);
}

static uint32_t x_of(uint64_t word) {
    return (uint32_t)(word >> (2 * BITS)) & 0xfffff;
}

// Where the row of a key is in the table, or the empty place where it belongs.
static size_t place_of(const hunt *h, uint64_t key) {
    size_t mask = ((size_t)1 << (64 - h->shift)) - 1;
    size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> h->shift);
    while (h->b->table[at] >= 0 && h->b->row_key[h->b->table[at]] != key) {
        at = (at + 1) & mask;
    }
    return at;
}

// Name the rows in the order in which they are met, count their boxes in start[row + 2], and
// collect what is to be sorted. Returns the number of boxes in grids.
static int name_rows(hunt *h) {
    sut_broad *b = h->b;
    size_t buckets = buckets_for(h->count);
    h->shift = 64;
    for (size_t n = buckets; n > 1; n /= 2) {
        h->shift--;
    }
    memset(b->table, 0xff, buckets * sizeof(int)); // all -1
    int used = 0;
    int row = -1;
    for (int i = 0; i < h->count; i++) {
        int k = b->row[i];
        if (k < 0) {
            continue;
        }
        const sut_broad_box *x = &h->box[i];
        grid *g = &h->grid[k];
        uint64_t y = index_of(x->low.y, h->low.y, g->per);
        uint64_t z = index_of(x->low.z, h->low.z, g->per);
        uint64_t key = key_of(y, z, k);
        // the box before is often in the same row
        if (row < 0 || b->row_key[row] != key) {
            size_t at = place_of(h, key);
            row = b->table[at];
            if (row < 0) {
                row = h->rows++;
                b->table[at] = row;
                b->row_key[row] = key;
                b->start[row + 2] = 0;
                g->rows++;
            }
        }
        b->row[i] = row;
        b->start[row + 2]++;
        b->key[used++] = (cut(h, x->low.x, h->low.x) << 32) | (uint64_t)i;
    }
    return used;
}

// Sort keys by x, ten bits at a time.
static void sort_by_x(sut_broad *b, int count) {
    for (int bit = 32; bit < 52; bit += 10) {
        int at[1024] = {0};
        for (int i = 0; i < count; i++) {
            at[(b->key[i] >> bit) & 1023]++;
        }
        int sum = 0;
        for (int d = 0; d < 1024; d++) {
            int here = at[d];
            at[d] = sum;
            sum += here;
        }
        for (int i = 0; i < count; i++) {
            b->spare[at[(b->key[i] >> bit) & 1023]++] = b->key[i];
        }
        uint64_t *sorted = b->spare;
        b->spare = b->key;
        b->key = sorted;
    }
}

// Spread the sorted boxes over their rows. Afterwards row r is start[r] .. start[r + 1].
static void fill_rows(hunt *h, int used) {
    sut_broad *b = h->b;
    b->start[0] = 0;
    b->start[1] = 0;
    for (int r = 0; r < h->rows; r++) {
        b->start[r + 2] += b->start[r + 1];
    }
    for (int n = 0; n < used; n++) {
        int i = (int)(uint32_t)b->key[n];
        sut_broad_item *t = &b->item[b->start[b->row[i] + 1]++];
        t->low = packed(h, h->box[i].low);
        t->high = packed(h, h->box[i].high) | GUARDS;
        t->box = i;
    }
}

static bool overlap(const sut_broad_box *a, const sut_broad_box *b) {
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}

static bool left_out(const hunt *h, const sut_broad_box *a, const sut_broad_box *b) {
    if (!h->skip || a->chain != b->chain || a->chain < 0) {
        return false;
    }
    return larger(b->arc0 - a->arc1, a->arc0 - b->arc1) < h->skip[a->chain];
}

// Note the pair i, j, in any order, if it is one.
static void try_pair(hunt *h, int i, int j) {
    const sut_broad_box *a = &h->box[i];
    const sut_broad_box *b = &h->box[j];
    if (left_out(h, a, b) || !overlap(a, b)) {
        return;
    }
    if (h->found < h->capacity) {
        h->pair[h->found][0] = i < j ? i : j;
        h->pair[h->found][1] = i < j ? j : i;
    }
    h->found++;
}

// Item t with the items from `from` on that begin before it ends; at most until `end`.
static void try_items(hunt *h, const sut_broad_item *t, int from, int end) {
    const sut_broad_item *item = h->b->item;
    int *list = h->b->list;
    int found = 0;
    uint64_t low = t->low;
    uint64_t high = t->high;
    // y and z of the last possible item are full of ones
    uint64_t last = ((high & ~GUARDS) | (((uint64_t)1 << (2 * BITS)) - 1));
    for (int j = from; j < end && item[j].low <= last; j++) {
        uint64_t holds = (item[j].high - low) & (high - item[j].low) & GUARDS;
        list[found] = item[j].box;
        found += holds == GUARDS ? 1 : 0;
    }
    for (int n = 0; n < found; n++) {
        try_pair(h, t->box, list[n]);
    }
}

static void sweep_self(hunt *h, int row) {
    int end = h->b->start[row + 1];
    for (int i = h->b->start[row]; i + 1 < end; i++) {
        try_items(h, &h->b->item[i], i + 1, end);
    }
}

// Row a with row b, in which a box begins at most `behind` before one that it overlaps.
static void sweep_two(hunt *h, int a, int b, uint32_t behind) {
    int from = h->b->start[b];
    int end = h->b->start[b + 1];
    const sut_broad_item *item = h->b->item;
    for (int i = h->b->start[a]; i < h->b->start[a + 1] && from < end; i++) {
        uint32_t x = x_of(item[i].low);
        while (from < end && x_of(item[from].low) + behind < x) {
            from++;
        }
        try_items(h, &item[i], from, end);
    }
}

// The rows of larger groups that boxes of this row can reach.
static void sweep_larger(hunt *h, int row, int group, uint64_t y, uint64_t z) {
    const grid *g = &h->grid[group];
    double low_y = ((double)y - BASE) * g->width;
    double low_z = ((double)z - BASE) * g->width;
    for (int k = group + 1; k < GROUPS; k++) {
        const grid *f = &h->grid[k];
        if (f->rows == 0) {
            continue;
        }
        // low corners of the row are less than a width up, high corners less than two
        double more = f->reach + 1e-9 * g->width;
        double up = 2.0 * g->width * (1.0 + 1e-9) + h->span * 1e-12;
        uint64_t y1 = index_of(low_y + up, 0.0, f->per);
        uint64_t z1 = index_of(low_z + up, 0.0, f->per);
        for (uint64_t cz = index_of(low_z - more, 0.0, f->per); cz <= z1; cz++) {
            for (uint64_t cy = index_of(low_y - more, 0.0, f->per); cy <= y1; cy++) {
                int other = h->b->table[place_of(h, key_of(cy, cz, k))];
                if (other >= 0) {
                    sweep_two(h, row, other, f->behind);
                }
            }
        }
    }
}

static void sweep_rows(hunt *h) {
    static const int side[4][2] = {{1, 0}, {-1, 1}, {0, 1}, {1, 1}};
    uint64_t mask = ((uint64_t)1 << 30) - 1;
    for (int row = 0; row < h->rows; row++) {
        uint64_t key = h->b->row_key[row];
        uint64_t y = key & mask;
        uint64_t z = (key >> 30) & mask;
        int k = (int)(key >> 60);
        sweep_self(h, row);
        for (int n = 0; n < 4; n++) {
            uint64_t to = key_of(y + (uint64_t)side[n][0], z + (uint64_t)side[n][1], k);
            int other = h->b->table[place_of(h, to)];
            if (other >= 0) {
                sweep_two(h, row, other, h->grid[k].behind);
            }
        }
        sweep_larger(h, row, k, y, z);
    }
}

// Boxes that are in no grid, with all others.
static void try_apart(hunt *h) {
    const int *row = h->b->row;
    for (int i = 0; i < h->count; i++) {
        if (row[i] != APART) {
            continue;
        }
        for (int j = 0; j < h->count; j++) {
            if (row[j] >= 0 || (row[j] == APART && j > i)) {
                try_pair(h, i, j);
            }
        }
    }
}

// Sort pairs of one first box by the second, all different.
static void sort_run(sut_broad *b, int (*pair)[2], int count) {
    if (count <= 24) {
        for (int i = 1; i < count; i++) {
            int second = pair[i][1];
            int at = i;
            for (; at > 0 && pair[at - 1][1] > second; at--) {
                pair[at][1] = pair[at - 1][1];
            }
            pair[at][1] = second;
        }
        return;
    }
    // a long run: mark the boxes and read the marks in order; they are left clear
    int low = INT_MAX;
    int high = 0;
    for (int i = 0; i < count; i++) {
        int j = pair[i][1];
        b->mark[j >> 6] |= (uint64_t)1 << (j & 63);
        low = j < low ? j : low;
        high = j > high ? j : high;
    }
    int at = 0;
    for (int word = low >> 6; word <= high >> 6; word++) {
        uint64_t bits = b->mark[word];
        b->mark[word] = 0;
        for (int bit = 0; bits != 0; bit++, bits >>= 1) {
            if ((bits & 1) != 0) {
                pair[at++][1] = word * 64 + bit;
            }
        }
    }
}

// Where the pairs of each box begin, by the first (which = 0) or second box of a pair.
static void count_pairs(const hunt *h, int which, int *start) {
    memset(start, 0, ((size_t)h->count + 1) * sizeof(int));
    for (int64_t p = 0; p < h->found; p++) {
        start[h->pair[p][which] + 1]++;
    }
    for (int i = 0; i < h->count; i++) {
        start[i + 1] += start[i];
    }
}

// With room for a copy: by the second box, then by the first, keeping the order.
static void sort_with_copy(hunt *h) {
    int *start = h->b->start;
    int(*copy)[2] = h->pair + h->found;
    count_pairs(h, 1, start);
    for (int64_t p = 0; p < h->found; p++) {
        int at = start[h->pair[p][1]]++;
        copy[at][0] = h->pair[p][0];
        copy[at][1] = h->pair[p][1];
    }
    count_pairs(h, 0, start);
    for (int64_t p = 0; p < h->found; p++) {
        int at = start[copy[p][0]]++;
        h->pair[at][0] = copy[p][0];
        h->pair[at][1] = copy[p][1];
    }
}

// Without: to their places by the first box, in circles; then each run by the second.
static void sort_in_place(hunt *h) {
    int *start = h->b->start;
    int *next = h->b->list;
    count_pairs(h, 0, start);
    memcpy(next, start, (size_t)h->count * sizeof(int));
    for (int i = 0; i < h->count; i++) {
        while (next[i] < start[i + 1]) {
            int *here = h->pair[next[i]];
            int first = here[0];
            if (first == i) {
                next[i]++;
                continue;
            }
            int *there = h->pair[next[first]++];
            int second = here[1];
            here[0] = there[0];
            here[1] = there[1];
            there[0] = first;
            there[1] = second;
        }
    }
    for (int i = 0; i < h->count; i++) {
        sort_run(h->b, h->pair + start[i], start[i + 1] - start[i]);
    }
}

int sut_broad_pairs(sut_broad *b, const sut_broad_box *box, int count, const double *skip,
                    int (*pair)[2], int capacity) {
    hunt h;
    h.b = b;
    h.box = box;
    h.count = count;
    h.skip = skip;
    h.pair = pair;
    h.capacity = capacity;
    h.found = 0;
    h.rows = 0;
    memset(b->mark, 0, ((size_t)count / 64 + 1) * sizeof(uint64_t));
    choose_groups(&h, survey(&h));
    int used = name_rows(&h);
    sort_by_x(b, used);
    fill_rows(&h, used);
    sweep_rows(&h);
    try_apart(&h);
    if (h.found > capacity) {
        return h.found < INT_MAX ? -1 - (int)h.found : INT_MIN;
    }
    if (h.found <= capacity - h.found) {
        sort_with_copy(&h);
    } else {
        sort_in_place(&h);
    }
    return (int)h.found;
}
