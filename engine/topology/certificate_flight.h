// SPDX-License-Identifier: MIT
// certificate_flight.h -- a solid of the certificate on its way through a step.
#ifndef SUT_TOPOLOGY_CERTIFICATE_FLIGHT_H
#define SUT_TOPOLOGY_CERTIFICATE_FLIGHT_H

#include "topology/certificate_internal.h"

typedef struct sut_cert_quat {
    double w;
    sut_vec3 v;
} sut_cert_quat;

// Its middle moves straight, and it turns evenly.
typedef struct sut_cert_flight {
    const sut_certificate_solid *shape;
    sut_vec3 from, to; // of the middle
    sut_cert_quat start;
    sut_vec3 axis; // of the turn
    double spin;   // its angle
} sut_cert_flight;

sut_cert_flight sut_cert_flight_of(const sut_cert_solid *s);
// From the scene's axes into those of the solid at the time t, from its middle.
sut_vec3 sut_cert_local(const sut_cert_flight *f, sut_vec3 x, double t);
// And back.
sut_vec3 sut_cert_world(const sut_cert_flight *f, sut_vec3 x, double t);
// The point of the solid nearest to x, both in its own axes.
sut_vec3 sut_cert_nearest(const sut_certificate_solid *s, sut_vec3 x);
// certificate_wedge.c: the same, from its thin end.
sut_vec3 sut_cert_nearest_on_wedge(const sut_certificate_solid *s, sut_vec3 x);

#endif
