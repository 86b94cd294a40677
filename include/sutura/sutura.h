// SPDX-License-Identifier: MIT
// sutura.h -- the engine's whole public face. scene.h belongs to the second library.
#ifndef SUTURA_SUTURA_H
#define SUTURA_SUTURA_H

#include "sutura/base.h"
#include "sutura/certificate.h"
#include "sutura/defs.h"
#include "sutura/hole.h"
#include "sutura/knot.h"
#include "sutura/needle.h"
#include "sutura/query.h"
#include "sutura/state.h"
#include "sutura/tissue.h"
#include "sutura/tool.h"
#include "sutura/types.h"
#include "sutura/world.h"

#endif
