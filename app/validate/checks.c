// SPDX-License-Identifier: MIT
// checks.c -- the list of all checks, in the order in which they run.
#include "validate/checks.h"

const sut_check sut_checks[] = {
    {"A1", "cantilever with a dead tip load", sut_check_tip_load},
    {"A1o", "cantilever: second order in the edge length", sut_check_tip_load_order},
    {"A2", "cantilever under its own weight", sut_check_own_weight},
    {"A2p", "cantilever of 0.30 mm thread: tip drop in mm", sut_check_peers_cantilever},
    {"A3a", "buckling: onset for four ways of holding", sut_check_buckling_onset},
    {"A3b", "buckling: load and height of an arch", sut_check_post_buckling},
    {"A3c", "buckling: a column under its own weight", sut_check_heavy_column},
    {"A4a", "limp thread, pinned and pulled: tensions", sut_check_limp_tension},
    {"A4b", "limp thread, pinned and pulled: shape", sut_check_limp_shape},
    {"A4c", "limp thread between two pins", sut_check_two_pins},
    {"A5", "naturally curved thread: roll-up", sut_check_roll_up},
    {"A5o", "roll-up: second order in the edge length", sut_check_roll_up_order},
    {"A5b", "naturally curved thread under its own weight", sut_check_curved_weight},
    {"A6", "hanging thread: tensions and extension", sut_check_hanging},
    {"B1", "writhe of closed polygons", sut_check_polygon_writhe},
    {"B1b", "twist-free frame of closed threads", sut_check_frame_writhe},
    {"B2", "twisted ring: onset of leaving its plane", sut_check_ring},
    {"B3", "twisted straight thread under tension: onset", sut_check_greenhill},
    {"B4", "localised helical buckling: loads and angle", sut_check_helical},
    {"B4b", "localised helical buckling: envelope and its order", sut_check_helical_envelope},
    {"C1", "frequencies of a cantilever", sut_check_cantilever_modes},
    {"C1b", "frequencies of a free beam", sut_check_free_modes},
    {"C1c", "frequency of a beam under load", sut_check_loaded_modes},
    {"C2", "frequencies of a hanging chain", sut_check_chain_modes},
    {"C5", "falling with quadratic drag", sut_check_drag},
    {"C6", "free fall", sut_check_free_fall},
    {"C7", "momentum in free flight", sut_check_momentum},
    {"G", "forces are derivatives of the energies", sut_check_gradients},
    {"S1", "stiff thread pulled at its middle", sut_check_middle_pull},
    {"S2", "nylon 10-0 falls, swings, is pulled taut and whipped", sut_check_nylon},
    {"S3", "a thread comes to rest", sut_check_rest},
    {"S4", "energy does not grow", sut_check_energy},
};

const int sut_check_count = sizeof sut_checks / sizeof sut_checks[0];
