// SPDX-License-Identifier: MIT
// chol3_symbolic.c -- supernodes of the block Cholesky factor: which columns form a front, where
// everything lies, how much work it is.
//
// Every node starts as a front of its own. A front takes in a child where that saves time: its
// columns grow by zeros, but the child need no longer be passed on to its parent. What is saved is
// judged by a model of the cost of a front with three constants.
#include "linalg/chol3_internal.h"

#include <string.h>

//---- cost ----------------------------------------------------------------------------------------

double sut_chol3_column_work(const sut_chol3_front *f, int j) {
    double rows = 3.0 * (f->k + f->m - j);
    return j < f->k ? rows * (9.0 * j + 6.0) : rows * 9.0 * f->k;
}

// What is cleared, and what children hand over.
double sut_chol3_assembly_work(const sut_chol3 *c, const sut_chol3_front *f) {
    double moved = 9.0 * f->k * (f->k + f->m) + 4.5 * f->m * (f->m + 1);
    for (int i = f->child; i >= 0; i = c->front[i].next) {
        moved += 4.5 * c->front[i].m * (c->front[i].m + 1);
    }
    return moved;
}

// Cost of a front in multiplications: its own, those that its remainder costs when it is cleared,
// stored and handed over, and what calls and loops cost that do not depend on sizes.
static double front_cost(int k, int m) {
    enum { PASS_ON = 3, CALLS = 600, COLUMN = 60 };
    sut_chol3_front f = {.k = k, .m = m};
    double cost = CALLS + COLUMN * (double)(k + m) + PASS_ON * 4.5 * m * (m + 1);
    for (int j = 0; j < k; j++) {
        cost += sut_chol3_column_work(&f, j);
    }
    return cost + 13.5 * k * m * (m + 1.0);
}

//---- fronts --------------------------------------------------------------------------------------

// By turn of elimination. A front is known by the turn of its last node.
typedef struct tree {
    int *parent, *child, *next; // next: sibling
    int *k, *m;
    int *into;  // front that took it in; -1: none
    int *front; // number in the order of the factor
} tree;

enum { TREE_ARRAYS = 7 };

static tree tree_in(const sut_chol3_graph *g) {
    int *at[TREE_ARRAYS];
    for (int i = 0; i < TREE_ARRAYS; i++) {
        at[i] = g->scratch + (ptrdiff_t)i * g->nodes;
    }
    return (tree){at[0], at[1], at[2], at[3], at[4], at[5], at[6]};
}

// all links none
static void clear_tree(const sut_chol3_graph *g) {
    memset(g->scratch, 0xff, (size_t)TREE_ARRAYS * (size_t)g->nodes * sizeof *g->scratch);
}

// The neighbour whose turn comes next, -1: none.
static int next_turn(const sut_chol3_graph *g, int node) {
    const uint64_t *b = g->bits + (ptrdiff_t)node * g->words;
    int best = -1;
    for (int w = 0; w < g->words; w++) {
        for (uint64_t left = b[w]; left != 0; left &= left - 1) {
            int t = g->turn[64 * w + __builtin_ctzll(left)];
            best = best < 0 || t < best ? t : best;
        }
    }
    return best;
}

static void take_in(const tree *t, int p, int before, int c) {
    int *link = before < 0 ? &t->child[p] : &t->next[before];
    *link = t->next[c];
    // its children become those of p
    while (t->child[c] >= 0) {
        int i = t->child[c];
        t->child[c] = t->next[i];
        t->next[i] = t->child[p];
        t->child[p] = i;
    }
    t->k[p] += t->k[c];
    t->into[c] = p;
}

// Take in the child that saves most, as long as one does.
static void amalgamate(const tree *t, int p) {
    for (;;) {
        double best = 0.0;
        int who = -1;
        int before_who = -1;
        double alone = front_cost(t->k[p], t->m[p]);
        for (int c = t->child[p], before = -1; c >= 0; before = c, c = t->next[c]) {
            double saved =
                front_cost(t->k[c], t->m[c]) + alone - front_cost(t->k[c] + t->k[p], t->m[p]);
            if (saved > best) {
                best = saved;
                who = c;
                before_who = before;
            }
        }
        if (who < 0) {
            return;
        }
        take_in(t, p, before_who, who);
    }
}

static void make_tree(const sut_chol3_graph *g, const tree *t) {
    for (int p = 0; p < g->nodes; p++) {
        t->k[p] = 1;
        t->m[p] = sut_chol3_degree(g, g->order[p]);
        t->parent[p] = next_turn(g, g->order[p]);
        amalgamate(t, p);
        int q = t->parent[p];
        if (q >= 0) {
            t->next[p] = t->child[q];
            t->child[q] = p;
        }
    }
}

static int front_of_turn(const tree *t, int turn) {
    while (t->into[turn] >= 0) {
        turn = t->into[turn];
    }
    return turn;
}

// Number the fronts so that children come before parents, the subtree of a child in one row.
// Returns how many there are; `list` gets their turns.
static int number_fronts(const tree *t, int n, int *list, int *stack) {
    int count = 0;
    for (int root = 0; root < n; root++) {
        if (t->into[root] >= 0 || t->parent[root] >= 0) {
            continue;
        }
        int depth = 0;
        stack[depth++] = root;
        while (depth > 0) {
            int p = stack[depth - 1];
            int c = t->child[p];
            if (c >= 0) {
                t->child[p] = t->next[c]; // consumed: the factor keeps lists of its own
                stack[depth++] = c;
                continue;
            }
            depth--;
            t->front[p] = count;
            list[count++] = p;
        }
    }
    return count;
}

//---- sizes ---------------------------------------------------------------------------------------

// Columns this far apart leave three rows for vectors that reach beyond, begin on 32 bytes and do
// not fall on the same lines of the cache.
static ptrdiff_t distance_of(int rows) {
    ptrdiff_t quads = (3 * (ptrdiff_t)rows + 3 + 3) / 4;
    return 4 * (quads | 1);
}

static void size_front(sut_chol3 *c, sut_chol3_front *f) {
    f->ld = distance_of(f->k + f->m);
    f->ld_rest = f->m > 0 ? distance_of(f->m) : 0;
    f->panel = c->entries;
    f->row = c->row_count;
    c->entries += 3 * (size_t)f->k * (size_t)f->ld;
    c->row_count += (size_t)f->m;
    c->rows_max = 3 * (f->k + f->m) > c->rows_max ? 3 * (f->k + f->m) : c->rows_max;
    for (int j = 0; j < f->k + f->m; j++) {
        c->work += sut_chol3_column_work(f, j);
    }
}

static size_t rest_size(const sut_chol3_front *f) {
    return 3 * (size_t)f->m * (size_t)f->ld_rest;
}

// A remainder lives until its parent has taken it. It gets the first gap between those that live.
static void place_rests(sut_chol3 *c, int *live) {
    int count = 0; // live, by place
    for (int i = 0; i < c->front_count; i++) {
        sut_chol3_front *f = &c->front[i];
        int kept = 0;
        for (int j = 0; j < count; j++) {
            if (c->front[live[j]].parent >= i) {
                live[kept++] = live[j];
            }
        }
        count = kept;
        if (f->m == 0) {
            continue;
        }
        size_t size = rest_size(f);
        size_t at = 0;
        int j = 0;
        while (j < count && c->front[live[j]].rest < at + size) {
            at = c->front[live[j]].rest + rest_size(&c->front[live[j]]);
            j++;
        }
        memmove(live + j + 1, live + j, (size_t)(count - j) * sizeof *live);
        live[j] = i;
        count++;
        f->rest = at;
        c->stack_size = at + size > c->stack_size ? at + size : c->stack_size;
    }
}

static void link_children(sut_chol3 *c) {
    // backwards: lists begin with the lowest
    for (int i = c->front_count - 1; i >= 0; i--) {
        sut_chol3_front *f = &c->front[i];
        f->tail = 3 * f->k;
        if (f->parent >= 0) {
            sut_chol3_front *p = &c->front[f->parent];
            f->tail += p->tail;
            f->next = p->child;
            p->child = i;
        }
    }
}

static void make_fronts(sut_chol3 *c, const tree *t, const int *list) {
    int first = 0;
    for (int i = 0; i < c->front_count; i++) {
        int p = list[i];
        int q = t->parent[p];
        c->front[i] = (sut_chol3_front){.first = first,
                                        .k = t->k[p],
                                        .m = t->m[p],
                                        .parent = q < 0 ? -1 : t->front[front_of_turn(t, q)],
                                        .child = -1,
                                        .next = -1};
        first += t->k[p];
        size_front(c, &c->front[i]);
    }
    link_children(c);
    for (int i = 0; i < c->front_count; i++) {
        c->work += sut_chol3_assembly_work(c, &c->front[i]);
    }
}

// Nodes of a front in the order of their turns.
static void number_steps(sut_chol3 *c, const sut_chol3_graph *g, const tree *t, int *used) {
    memset(used, 0, (size_t)c->front_count * sizeof *used);
    for (int p = 0; p < c->nodes; p++) {
        int i = t->front[front_of_turn(t, p)];
        const sut_chol3_front *f = &c->front[i];
        int step = f->first + used[i]++;
        c->node[step] = g->order[p];
        c->step[g->order[p]] = step;
        c->front_of[step] = i;
        c->from_root[step] = f->tail - 3 * (step - f->first);
    }
}

//---- rows ----------------------------------------------------------------------------------------

// Where a front has a step among its columns and rows, in blocks.
static int place_in(const sut_chol3 *c, const sut_chol3_front *f, int step) {
    if (step < f->first + f->k) {
        return step - f->first;
    }
    const int *rows = c->rows + f->row;
    int begin = 0;
    int end = f->m;
    while (end - begin > 1) {
        int middle = begin + (end - begin) / 2;
        if (rows[middle] <= step) {
            begin = middle;
        } else {
            end = middle;
        }
    }
    return f->k + begin;
}

// The rows of a front are those of its last node.
static void list_rows(sut_chol3 *c, const sut_chol3_graph *g, const int *list) {
    for (int i = 0; i < c->front_count; i++) {
        const sut_chol3_front *f = &c->front[i];
        int *rows = c->rows + f->row;
        for (int step = f->first + f->k; step < c->nodes; step++) {
            if (sut_chol3_graph_has(g, g->order[list[i]], c->node[step])) {
                *rows++ = step;
            }
        }
    }
}

static void place_rows(sut_chol3 *c) {
    for (int i = 0; i < c->front_count; i++) {
        const sut_chol3_front *f = &c->front[i];
        int *place = c->place + f->row;
        int *end = c->run_end + f->row;
        for (int r = 0; r < f->m; r++) {
            place[r] = place_in(c, &c->front[f->parent], c->rows[f->row + (size_t)r]);
        }
        for (int r = f->m - 1; r >= 0; r--) {
            end[r] = r + 1 < f->m && place[r + 1] == place[r] + 1 ? end[r + 1] : r + 1;
        }
    }
}

//---- blocks of the matrix ------------------------------------------------------------------------

// By column, rows ascending: filled by walking over the rows in their order.
static void list_blocks(sut_chol3 *c, const sut_chol3_graph *g) {
    size_t n = (size_t)c->nodes;
    size_t *end = g->row_end;
    memset(end, 0, (n + 1) * sizeof *end);
    memset(c->column, 0, (n + 1) * sizeof *c->column);
    for (size_t i = 0; i < g->pair_count; i++) {
        int a = c->step[g->pair[i][0]];
        int b = c->step[g->pair[i][1]];
        end[(a > b ? a : b) + 1]++;
        c->column[(a > b ? b : a) + 1]++;
    }
    for (size_t i = 0; i < n; i++) {
        end[i + 1] += end[i];
        c->column[i + 1] += c->column[i] + 1;
    }
    for (size_t i = 0; i < g->pair_count; i++) {
        int a = c->step[g->pair[i][0]];
        int b = c->step[g->pair[i][1]];
        g->row_column[end[a > b ? a : b]++] = a > b ? b : a;
    }
    // each start has moved to the end of its row by now, and does so for columns here
    size_t at = 0;
    for (int r = 0; r < c->nodes; r++) {
        c->block_row[c->column[r]++] = r;
        for (; at < end[r]; at++) {
            c->block_row[c->column[g->row_column[at]]++] = r;
        }
    }
    memmove(c->column + 1, c->column, n * sizeof *c->column);
    c->column[0] = 0;
}

static void place_blocks(sut_chol3 *c) {
    for (int p = 0; p < c->nodes; p++) {
        const sut_chol3_front *f = &c->front[c->front_of[p]];
        for (size_t b = c->column[p]; b < c->column[p + 1]; b++) {
            c->block_place[b] = place_in(c, f, c->block_row[b]);
        }
    }
}

//---- all together --------------------------------------------------------------------------------

// scratch of the graph: the arrays of the tree, then the turns of the fronts, then one more
static int *turns_of_fronts(const sut_chol3_graph *g) {
    return g->scratch + TREE_ARRAYS * (ptrdiff_t)g->nodes;
}

void sut_chol3_plan(sut_chol3 *c, const sut_chol3_graph *g) {
    int *list = turns_of_fronts(g);
    tree t = tree_in(g);
    clear_tree(g);
    make_tree(g, &t);
    c->front_count = number_fronts(&t, g->nodes, list, list + g->nodes);
    make_fronts(c, &t, list);
    place_rests(c, list + g->nodes);
    c->block_count = (size_t)g->nodes + g->pair_count;
}

void sut_chol3_fill(sut_chol3 *c, const sut_chol3_graph *g) {
    int *list = turns_of_fronts(g);
    tree t = tree_in(g);
    number_steps(c, g, &t, list + g->nodes);
    list_rows(c, g, list);
    place_rows(c);
    list_blocks(c, g);
    place_blocks(c);
}
