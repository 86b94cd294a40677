// SPDX-License-Identifier: MIT
#include "block_body.h"

#include "body/body_condense.h"
#include "check.h"
#include "math/vec3.h"
#include "tissue/tissue_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = BLOCK_NODES, M = 3 * N, SPRINGS = N * 26 / 2, TETS = 6 * 8, SKIN = 6 * 2 * 4 };

static const double stiffness = 200.0; // N/m
static const double damper = 0.02;     // N s/m
static const double mass = 2e-5;       // kg, of each node

typedef struct block {
    sut_body *body;
    sut_body_nodes nodes;
    int count;
    int spring[SPRINGS][2];
    double rest[SPRINGS];
    double h, size, target;
    double residual[M], factor[M][M];
    sut_vec3 backup[2][N];
    int rounds;
    bool failed;
    sut_memory memory;
} block;

static block blocks[2];

static block *of(const sut_body *b) {
    return blocks[0].body == b ? &blocks[0] : &blocks[1];
}

static sut_vec3 *velocity_of(const sut_body *b) {
    return ((const sut_tissue *)(const void *)b)->velocity;
}

//---- equations -----------------------------------------------------------------------------------
typedef struct pull {
    sut_vec3 along;         // unit, from the first node to the second
    double force, energy;   // N, J, with what the damper's potential is
    double stiff, sideways; // N/m
} pull;

static pull pull_at(const block *k, int s, const sut_body *b, double moved) {
    int i = k->spring[s][0];
    int j = k->spring[s][1];
    sut_vec3 start = v3_sub(b->position[j], b->position[i]);
    sut_vec3 way = v3_sub(sut_soa3_get(&b->move, j), sut_soa3_get(&b->move, i));
    sut_vec3 d = v3_madd(start, moved, way);
    double length = v3_norm(d);
    double longer = length - k->rest[s];
    double rate = (length - v3_norm(start)) / k->h;
    pull p = {.along = v3_scale(d, 1.0 / length)};
    p.force = stiffness * longer + damper * rate;
    p.energy = 0.5 * stiffness * longer * longer + 0.5 * damper * k->h * rate * rate;
    p.stiff = stiffness + damper / k->h;
    p.sideways = p.force / length;
    return p;
}

static void evaluate(block *k) {
    const sut_body *b = k->body;
    double largest = 0.0;
    for (int i = 0; i < N; i++) {
        sut_vec3 off = v3_madd(sut_soa3_get(&b->move, i), -k->h, velocity_of(b)[i]);
        const double r[3] = {off.x, off.y, off.z};
        for (int c = 0; c < 3; c++) {
            k->residual[3 * i + c] = mass / (k->h * k->h) * r[c];
        }
    }
    for (int s = 0; s < k->count; s++) {
        pull p = pull_at(k, s, b, 1.0);
        const double f[3] = {p.force * p.along.x, p.force * p.along.y, p.force * p.along.z};
        largest = fmax(largest, fabs(p.force));
        for (int c = 0; c < 3; c++) {
            k->residual[3 * k->spring[s][0] + c] -= f[c];
            k->residual[3 * k->spring[s][1] + c] += f[c];
        }
    }
    k->size = 0.0;
    for (int j = 0; j < M; j++) {
        double push = b->touched ? b->push[j] : 0.0;
        largest = fmax(largest, fabs(push));
        k->size = fmax(k->size, fabs(k->residual[j] - push));
    }
    k->target = 1e-11 * largest + 1e-16;
}

static void add_block(block *k, int i, int j, double sign, const pull *p) {
    const double a[3] = {p->along.x, p->along.y, p->along.z};
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double own = (p->stiff - p->sideways) * a[r] * a[c] + (r == c ? p->sideways : 0.0);
            k->factor[3 * i + r][3 * j + c] += sign * own;
        }
    }
}

// Cholesky, the lower half in place. `safe`: springs under pressure do not weaken.
static bool factorise(block *k, bool safe) {
    memset(k->factor, 0, sizeof k->factor);
    for (int j = 0; j < M; j++) {
        k->factor[j][j] = mass / (k->h * k->h);
    }
    for (int s = 0; s < k->count; s++) {
        pull p = pull_at(k, s, k->body, 1.0);
        int i = k->spring[s][0];
        int j = k->spring[s][1];
        p.sideways = safe && p.sideways < 0.0 ? 0.0 : p.sideways;
        add_block(k, i, i, 1.0, &p);
        add_block(k, j, j, 1.0, &p);
        add_block(k, i, j, -1.0, &p);
        add_block(k, j, i, -1.0, &p);
    }
    for (int j = 0; j < M; j++) {
        for (int i = j; i < M; i++) {
            double sum = k->factor[i][j];
            for (int c = 0; c < j; c++) {
                sum -= k->factor[i][c] * k->factor[j][c];
            }
            if (i == j && !(sum > 0.0)) {
                return false;
            }
            k->factor[i][j] = i == j ? sqrt(sum) : sum / k->factor[j][j];
        }
    }
    return true;
}

static void back_solve(const block *k, double *x) {
    for (int i = 0; i < M; i++) {
        for (int c = 0; c < i; c++) {
            x[i] -= k->factor[i][c] * x[c];
        }
        x[i] /= k->factor[i][i];
    }
    for (int i = M - 1; i >= 0; i--) {
        for (int c = i + 1; c < M; c++) {
            x[i] -= k->factor[c][i] * x[c];
        }
        x[i] /= k->factor[i][i];
    }
}

//---- the table -----------------------------------------------------------------------------------
static void predict(sut_body *b, const sut_substep *s) {
    block *k = of(b);
    k->h = s->h;
    k->rounds = 0;
    k->failed = b->broken = false;
    for (int i = 0; i < N; i++) {
        sut_soa3_set(&b->move, i, v3_scale(velocity_of(b)[i], s->h));
    }
}

static bool linearise(sut_body *b) {
    block *k = of(b);
    evaluate(k);
    k->failed = b->broken = !factorise(k, false) && !factorise(k, true);
    for (int j = 0; j < M; j++) {
        b->correction[j] = (b->touched ? b->push[j] : 0.0) - k->residual[j];
    }
    if (!b->broken) {
        back_solve(k, b->correction);
    }
    return true;
}

static void respond(sut_body *b) {
    back_solve(of(b), b->answer);
    for (int j = 0; j < M; j++) {
        b->correction[j] += b->answer[j];
    }
}

static double step_limit(sut_body *b) {
    (void)b;
    return 1.0;
}

static void move_by(sut_body *b, double fraction) {
    for (int i = 0; i < N; i++) {
        const double *d = &b->correction[3 * i];
        sut_vec3 w = sut_soa3_get(&b->move, i);
        sut_soa3_set(&b->move, i, v3_madd(w, fraction, v3(d[0], d[1], d[2])));
    }
}

static void apply(sut_body *b, double fraction) {
    move_by(b, fraction);
    of(b)->rounds++;
}

static void step_back(sut_body *b, double fraction) {
    move_by(b, -fraction);
}

static sut_judgement judge(sut_body *b, const sut_round *round) {
    block *k = of(b);
    evaluate(k);
    k->failed = k->failed || k->rounds > 3 * round->max_linearisations;
    return (sut_judgement){k->size <= k->target, k->failed};
}

static sut_body_progress progress(const sut_body *b) {
    return (sut_body_progress){of(b)->failed, of(b)->rounds, 0};
}

static double energy_of(const block *k, double moved) {
    double sum = 0.0;
    for (int s = 0; s < k->count; s++) {
        sum += pull_at(k, s, k->body, moved).energy;
    }
    return sum;
}

static double potential(sut_body *b) {
    const block *k = of(b);
    double sum = energy_of(k, 1.0);
    for (int i = 0; i < N; i++) {
        sut_vec3 off = v3_madd(sut_soa3_get(&b->move, i), -k->h, velocity_of(b)[i]);
        sum += 0.5 * mass / (k->h * k->h) * v3_norm2(off);
    }
    return sum;
}

static void scale(sut_body *b, double fraction) {
    for (int i = 0; i < N; i++) {
        sut_soa3_set(&b->move, i, v3_scale(sut_soa3_get(&b->move, i), fraction));
    }
}

static void balance(sut_body *b, sut_body_balance *add) {
    const block *k = of(b);
    double before = energy_of(k, 0.0);
    double after = energy_of(k, 1.0);
    add->stored += after - before;
    add->scale += after + before;
    for (int i = 0; i < N; i++) {
        double was = 0.5 * mass * v3_norm2(velocity_of(b)[i]);
        double is = 0.5 * mass * v3_norm2(sut_soa3_get(&b->move, i)) / (k->h * k->h);
        add->kinetic += is - was;
        add->scale += is + was;
    }
}

static void fail(sut_body *b) {
    of(b)->failed = true;
}

static void commit(sut_body *b) {
    for (int i = 0; i < N; i++) {
        sut_vec3 w = sut_soa3_get(&b->move, i);
        velocity_of(b)[i] = v3_scale(w, 1.0 / of(b)->h);
        b->position[i] = v3_add(b->position[i], w);
    }
}

static void stop(sut_body *b) {
    memset(velocity_of(b), 0, sizeof of(b)->backup[1]);
}

static void save(sut_body *b) {
    memcpy(of(b)->backup[0], b->position, sizeof of(b)->backup[0]);
    memcpy(of(b)->backup[1], velocity_of(b), sizeof of(b)->backup[1]);
}

static void restore(sut_body *b) {
    memcpy(b->position, of(b)->backup[0], sizeof of(b)->backup[0]);
    memcpy(velocity_of(b), of(b)->backup[1], sizeof of(b)->backup[1]);
}

static double cost(sut_body *b) {
    return 10.0 * b->n;
}

static void clear(sut_body *b) {
    sut_body_nodes_clear(&of(b)->nodes);
}

static void mark(sut_body *b, int vertex) {
    sut_body_nodes_mark(&of(b)->nodes, vertex);
}

static int number(sut_body *b) {
    return sut_body_nodes_number(&of(b)->nodes);
}

static int node_of(const sut_body *b, int vertex) {
    return b->first_node + of(b)->nodes.index[vertex];
}

static void couple(const sut_body *b, sut_sparse *s) {
    sut_body_nodes_couple(&of(b)->nodes, b->first_node, s);
}

static void separate(const sut_body *b, bool *fixed) {
    (void)b;
    (void)fixed; // links act on all of its nodes
}

static void look_up(const sut_body *b, sut_sparse *s, double **at) {
    (void)at;
    sut_body_nodes_look_up(&of(b)->nodes, b->first_node, s);
}

static bool condense(const sut_body *b, sut_sparse *s, double **at) {
    (void)s;
    (void)at;
    return sut_body_condense_dense(of(b)->body, &of(b)->nodes);
}

static const sut_body_kind block_kind = {.name = "block",
                                         .clear = clear,
                                         .mark = mark,
                                         .number = number,
                                         .node_of = node_of,
                                         .couple = couple,
                                         .separate = separate,
                                         .look_up = look_up,
                                         .condense = condense,
                                         .predict = predict,
                                         .linearise = linearise,
                                         .respond = respond,
                                         .step_limit = step_limit,
                                         .apply = apply,
                                         .step_back = step_back,
                                         .judge = judge,
                                         .progress = progress,
                                         .potential = potential,
                                         .scale = scale,
                                         .balance = balance,
                                         .fail = fail,
                                         .commit = commit,
                                         .stop = stop,
                                         .save = save,
                                         .restore = restore,
                                         .cost = cost,
                                         .evaluation_cost = cost};

//---- the mesh ------------------------------------------------------------------------------------
static int node_at(int x, int y, int z) {
    return (z * BLOCK_SIDE + y) * BLOCK_SIDE + x;
}

typedef struct mesh {
    sut_vec3 node[N];
    int tet[TETS][4], skin[SKIN][3];
    int tets, skins;
} mesh;

// Six tetrahedra around the diagonal of a cell.
static void add_cell(mesh *m, const int at[3]) {
    static const int order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    for (int o = 0; o < 6; o++) {
        int p[3] = {at[0], at[1], at[2]};
        int corner[4] = {node_at(p[0], p[1], p[2])};
        for (int k = 0; k < 3; k++) {
            p[order[o][k]]++;
            corner[k + 1] = node_at(p[0], p[1], p[2]);
        }
        const int even[4] = {corner[0], corner[1], corner[2], corner[3]};
        const int odd[4] = {corner[0], corner[2], corner[1], corner[3]};
        memcpy(m->tet[m->tets++], o < 3 ? even : odd, sizeof even);
    }
}

// Two triangles of a face of the block, outwards, cut as the tetrahedra behind them are.
static void add_face(mesh *m, int axis, int side, int i, int j) {
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    int corner[4];
    for (int k = 0; k < 4; k++) {
        int p[3];
        p[axis] = side * (BLOCK_SIDE - 1);
        p[u] = i + (k == 1 || k == 2 ? 1 : 0);
        p[v] = j + (k >= 2 ? 1 : 0);
        corner[k] = node_at(p[0], p[1], p[2]);
    }
    for (int k = 0; k < 2; k++) {
        int a = corner[k + 1];
        int b = corner[k + 2];
        const int t[3] = {corner[0], side ? a : b, side ? b : a};
        memcpy(m->skin[m->skins++], t, sizeof t);
    }
}

static void make_mesh(mesh *m, sut_vec3 size) {
    const int cells = BLOCK_SIDE - 1;
    m->tets = m->skins = 0;
    for (int i = 0; i < N; i++) {
        const int p[3] = {i % BLOCK_SIDE, i / BLOCK_SIDE % BLOCK_SIDE, i / BLOCK_SIDE / BLOCK_SIDE};
        m->node[i] =
            v3(size.x * ((double)p[0] / cells - 0.5), size.y * ((double)p[1] / cells - 0.5),
               size.z * ((double)p[2] / cells - 0.5));
        if (p[0] < cells && p[1] < cells && p[2] < cells) {
            add_cell(m, p);
        }
    }
    for (int f = 0; f < 6; f++) {
        for (int c = 0; c < cells * cells; c++) {
            add_face(m, f / 2, f % 2, c % cells, c / cells);
        }
    }
}

//---- in a world ----------------------------------------------------------------------------------
static void list_springs(block *k, const mesh *m) {
    k->count = 0;
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            int x = abs(i % BLOCK_SIDE - j % BLOCK_SIDE);
            int y = abs(i / BLOCK_SIDE % BLOCK_SIDE - j / BLOCK_SIDE % BLOCK_SIDE);
            int z = abs(i / BLOCK_SIDE / BLOCK_SIDE - j / BLOCK_SIDE / BLOCK_SIDE);
            if (x <= 1 && y <= 1 && z <= 1) {
                k->spring[k->count][0] = i;
                k->spring[k->count][1] = j;
                k->rest[k->count++] = v3_distance(m->node[i], m->node[j]);
            }
        }
    }
}

void block_take(sut_world *w, sut_tissue_id id) {
    sut_body *b = sut_tissue_body(sut_world_tissue(w, id)->tissue);
    block *k = &blocks[id.index1 - 1];
    k->body = b;
    b->kind = &block_kind;
    sut_contact_refresh(w);
}

sut_tissue_id block_add(sut_world *w, sut_vec3 size) {
    mesh m;
    make_mesh(&m, size);
    sut_tissue_def d = sut_default_tissue_def();
    d.nodes = m.node;
    d.node_count = N;
    d.tets = (const int(*)[4])m.tet;
    d.tet_count = m.tets;
    d.triangles = (const int(*)[3])m.skin;
    d.triangle_count = m.skins;
    d.friction = 1.0;
    d.young = stiffness / size.y; // contacts are as hard as that
    sut_tissue_id id = {0, 0};
    CHECK(sut_tissue_create(w, &d, &id) == SUT_OK);
    block *k = &blocks[id.index1 - 1];
    list_springs(k, &m);
    sut_memory_init(&k->memory, NULL);
    CHECK(sut_body_nodes_make(&k->nodes, N, N, &k->memory));
    block_take(w, id);
    return id;
}

sut_vec3 block_momentum(const sut_world *w, sut_tissue_id id) {
    const sut_body *b = sut_tissue_body(sut_world_tissue(w, id)->tissue);
    sut_vec3 sum = v3_zero();
    for (int i = 0; i < N; i++) {
        sum = v3_madd(sum, mass, velocity_of(b)[i]);
    }
    return sum;
}

void block_forget(void) {
    for (int i = 0; i < 2; i++) {
        if (blocks[i].nodes.memory) {
            sut_body_nodes_free(&blocks[i].nodes, &blocks[i].memory);
        }
    }
    memset(blocks, 0, sizeof blocks);
}
