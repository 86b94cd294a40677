// SPDX-License-Identifier: MIT
// Two ropes as a user of Bullet would build them. Bullet computes in single precision and has
// constants made for metres and kilograms, so lengths are given to it in millimetres and masses in
// milligrams: a suture of 0.1 m and 8 mg becomes 100 by 8. A free rope has its collisions switched
// off, because that favours Bullet; in a knot links collide but with their neighbours, which
// overlap when links are shorter than they are thick.
#include "peer_bullet.h"

#include <BulletSoftBody/btDefaultSoftBodySolver.h>
#include <BulletSoftBody/btSoftBodyHelpers.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

namespace {

constexpr double kMillimetre = 1e-3;
constexpr double kMilligram = 1e-6;

int link_of(const btBroadphaseProxy *proxy) {
    return static_cast<const btCollisionObject *>(proxy->m_clientObject)->getUserIndex();
}

struct SkipNeighbours : btOverlapFilterCallback {
    int skip = 0;
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override {
        return skip > 0 && std::abs(link_of(a) - link_of(b)) > skip;
    }
};

} // namespace

// Members are destroyed in reverse order: bodies and joints go before the world they were in, so
// the destructor takes them out first.
struct sut_peer_rope {
    sut_peer_rope_def def;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world;
    SkipNeighbours filter;
    std::unique_ptr<btSoftBody> soft;
    std::unique_ptr<btCapsuleShapeX> shape;
    std::vector<std::unique_ptr<btRigidBody>> links;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;

    explicit sut_peer_rope(const sut_peer_rope_def &d)
        : def(d), dispatcher(&configuration),
          world(&dispatcher, &broadphase, &solver, &configuration) {}

    ~sut_peer_rope() {
        for (auto &joint : joints) {
            world.removeConstraint(joint.get());
        }
        for (auto &link : links) {
            world.removeRigidBody(link.get());
        }
        if (soft) {
            world.removeSoftBody(soft.get());
        }
    }

    sut_peer_rope(const sut_peer_rope &) = delete;
    sut_peer_rope &operator=(const sut_peer_rope &) = delete;
};

namespace {

btScalar spacing(const sut_peer_rope_def &d) {
    return btScalar(d.length / kMillimetre / (d.vertices - 1));
}

void set_up_world(sut_peer_rope *r) {
    const btVector3 gravity(0, 0, btScalar(-r->def.gravity / kMillimetre));
    r->world.setGravity(gravity);
    r->world.getWorldInfo().m_gravity = gravity;
    r->world.getWorldInfo().air_density = 0;
    r->world.getWorldInfo().m_maxDisplacement = btScalar(1e6);
    btContactSolverInfo &info = r->world.getSolverInfo();
    info.m_numIterations = r->def.iterations;
    info.m_erp = btScalar(r->def.erp);
    info.m_leastSquaresResidualThreshold = 0;
}

// The first two nodes are fixed: a horizontal clamp.
void make_soft(sut_peer_rope *r) {
    const sut_peer_rope_def &d = r->def;
    const btVector3 from(0, 0, 0);
    const btVector3 to(btScalar(d.length / kMillimetre), 0, 0);
    r->soft.reset(
        btSoftBodyHelpers::CreateRope(r->world.getWorldInfo(), from, to, d.vertices - 2, 1));
    btSoftBody &body = *r->soft;
    body.m_cfg.piterations = d.iterations;
    body.m_cfg.viterations = 0;
    body.m_cfg.collisions = 0;
    // kDP is the share of velocity lost per step
    body.m_cfg.kDP = btScalar(1.0 - std::exp(-d.damping * d.dt));
    body.m_materials[0]->m_kLST = 1;
    body.setTotalMass(btScalar(d.mass / kMilligram), false);
    body.setMass(0, 0);
    body.setMass(1, 0);
    body.setActivationState(DISABLE_DEACTIVATION);
    r->world.addSoftBody(r->soft.get(), 1, 0);
}

btVector3 vertex(const sut_peer_rope_def &d, int i) {
    if (d.xyz == nullptr) {
        return btVector3(btScalar(i) * spacing(d), 0, 0);
    }
    const double *p = d.xyz + 3 * ptrdiff_t(i);
    return btVector3(btScalar(p[0] / kMillimetre), btScalar(p[1] / kMillimetre),
                     btScalar(p[2] / kMillimetre));
}

// From x to the direction of the link.
btTransform link_pose(const sut_peer_rope_def &d, int i) {
    const btVector3 from = vertex(d, i);
    const btVector3 to = vertex(d, i + 1);
    return btTransform(shortestArcQuat(btVector3(1, 0, 0), (to - from).normalized()),
                       (from + to) / 2);
}

std::unique_ptr<btRigidBody> make_link(const sut_peer_rope &r, int i) {
    const sut_peer_rope_def &d = r.def;
    const btScalar mass = btScalar(d.mass / kMilligram / (d.vertices - 1));
    btVector3 inertia;
    r.shape->calculateLocalInertia(mass, inertia);
    inertia *= btScalar(d.inertia_scale);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, r.shape.get(), inertia);
    info.m_startWorldTransform = link_pose(d, i);
    info.m_friction = btScalar(d.friction);
    // Bullet keeps the share (1 - damping)^t of the velocity
    info.m_linearDamping = btScalar(1.0 - std::exp(-d.damping));
    info.m_angularDamping = info.m_linearDamping;
    auto body = std::make_unique<btRigidBody>(info);
    body->setUserIndex(i);
    body->setActivationState(DISABLE_DEACTIVATION);
    return body;
}

void make_chain(sut_peer_rope *r) {
    const btScalar half = spacing(r->def) / 2;
    r->filter.skip = r->def.skip;
    r->world.getPairCache()->setOverlapFilterCallback(&r->filter);
    r->shape =
        std::make_unique<btCapsuleShapeX>(btScalar(r->def.radius / kMillimetre), spacing(r->def));
    for (int i = 0; i + 1 < r->def.vertices; i++) {
        r->links.push_back(make_link(*r, i));
        r->world.addRigidBody(r->links.back().get(), 1, r->def.skip > 0 ? 1 : 0);
        btRigidBody &link = *r->links.back();
        const btVector3 start(-half, 0, 0);
        if (i == 0) {
            r->joints.push_back(std::make_unique<btPoint2PointConstraint>(link, start));
        } else {
            r->joints.push_back(std::make_unique<btPoint2PointConstraint>(
                *r->links[size_t(i - 1)], link, btVector3(half, 0, 0), start));
        }
        r->world.addConstraint(r->joints.back().get(), true);
    }
    if (r->def.xyz != nullptr) {
        r->joints.push_back(
            std::make_unique<btPoint2PointConstraint>(*r->links.back(), btVector3(half, 0, 0)));
        r->world.addConstraint(r->joints.back().get(), true);
    }
}

void store(const btVector3 &p, double *xyz) {
    for (int k = 0; k < 3; k++) {
        xyz[k] = double(p[k]) * kMillimetre;
    }
}

sut_peer_rope *create(const sut_peer_rope_def *def) {
    try {
        auto r = std::make_unique<sut_peer_rope>(*def);
        set_up_world(r.get());
        if (def->kind == SUT_PEER_SOFT) {
            make_soft(r.get());
        } else {
            make_chain(r.get());
        }
        r->def.xyz = nullptr; // the caller's
        return r.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void destroy(sut_peer_rope *r) {
    delete r;
}

void step(sut_peer_rope *r, double dt) {
    r->world.stepSimulation(btScalar(dt), 0);
}

void positions(const sut_peer_rope *r, double *xyz) {
    if (r->soft) {
        for (int i = 0; i < r->soft->m_nodes.size(); i++) {
            store(r->soft->m_nodes[i].m_x, xyz + 3 * ptrdiff_t(i));
        }
        return;
    }
    const btScalar half = spacing(r->def) / 2;
    for (size_t i = 0; i < r->links.size(); i++) {
        const btTransform &t = r->links[i]->getWorldTransform();
        store(t * btVector3(-half, 0, 0), xyz + 3 * i);
        store(t * btVector3(half, 0, 0), xyz + 3 * i + 3); // the last one stays: the tip
    }
}

void move_end(sut_peer_rope *r, const double xyz[3]) {
    auto *joint = static_cast<btPoint2PointConstraint *>(r->joints.back().get());
    joint->setPivotB(btVector3(btScalar(xyz[0] / kMillimetre), btScalar(xyz[1] / kMillimetre),
                               btScalar(xyz[2] / kMillimetre)));
}

} // namespace

const sut_peer_bullet *sut_peer_bullet_open(void) {
    static const std::string name = "Bullet " + std::to_string(btGetVersion() / 100) + "." +
                                    std::to_string(btGetVersion() % 100) +
                                    (sizeof(btScalar) == sizeof(float) ? ", float" : ", double");
    static const sut_peer_bullet table = {name.c_str(), create, destroy, step, positions, move_end};
    return &table;
}
