// SPDX-License-Identifier: MIT
// Compiled in place of peer_bullet.cpp where Bullet is not installed.
#include "peer_bullet.h"

#include <stddef.h>

const sut_peer_bullet *sut_peer_bullet_open(void) {
    return NULL;
}
