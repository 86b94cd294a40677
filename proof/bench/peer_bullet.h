// SPDX-License-Identifier: MIT
// peer_bullet.h -- ropes in the Bullet physics library as peers.
#ifndef SUT_PEER_BULLET_H
#define SUT_PEER_BULLET_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sut_peer_rope sut_peer_rope;

typedef enum sut_peer_rope_kind {
    SUT_PEER_SOFT, // btSoftBodyHelpers::CreateRope: point masses and links
    SUT_PEER_CHAIN // capsules joined by point-to-point constraints
} sut_peer_rope_kind;

// A rope, gravity along -z. Straight from the origin along +x and held at its start, or (chain)
// along given positions and held at both ends.
typedef struct sut_peer_rope_def {
    sut_peer_rope_kind kind;
    int vertices;
    double length, radius; // m
    double mass;           // kg, whole
    double gravity;        // m/s^2
    int iterations;        // of the constraint solver
    double erp;            // error reduction of the joints (chain)
    double inertia_scale;  // rotational inertia against the true one (chain)
    double damping;        // 1/s, rate at which velocity decays; 0: none
    double dt;             // s, the step that will be taken: damping depends on it (soft)
    const double *xyz;     // [3 vertices] m, null: straight; read by create only
    double friction;       // of the links with each other
    int skip;              // links that are this far apart along the chain or nearer do not
                           // collide; 0: none do at all
} sut_peer_rope_def;

// What the library can do, as a table: where Bullet is not built in there is none.
typedef struct sut_peer_bullet {
    const char *name;                                       // "Bullet 3.24, float"
    sut_peer_rope *(*create)(const sut_peer_rope_def *def); // null without memory
    void (*free)(sut_peer_rope *r);                         // null is fine
    void (*step)(sut_peer_rope *r, double dt);
    void (*positions)(const sut_peer_rope *r, double *xyz);  // [3 vertices] m
    void (*move_end)(sut_peer_rope *r, const double xyz[3]); // of a rope held at both ends
} sut_peer_bullet;
const sut_peer_bullet *sut_peer_bullet_open(void); // null when not built in

#ifdef __cplusplus
}
#endif
#endif
