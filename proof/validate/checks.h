// SPDX-License-Identifier: MIT
// checks.h -- every check of `sutura validate`, by file. checks.c lists them.
#ifndef SUT_VALIDATE_CHECKS_H
#define SUT_VALIDATE_CHECKS_H

#include "validate/validate.h"

// cantilever.c
void sut_check_tip_load(sut_check_log *log);
void sut_check_tip_load_order(sut_check_log *log);
void sut_check_own_weight(sut_check_log *log);
void sut_check_peers_cantilever(sut_check_log *log);

// buckling.c
void sut_check_buckling_onset(sut_check_log *log);
void sut_check_post_buckling(sut_check_log *log);
void sut_check_heavy_column(sut_check_log *log);

// catenary.c
void sut_check_limp_tension(sut_check_log *log);
void sut_check_limp_shape(sut_check_log *log);
void sut_check_two_pins(sut_check_log *log);
void sut_check_hanging(sut_check_log *log);

// curved.c
void sut_check_roll_up(sut_check_log *log);
void sut_check_roll_up_order(sut_check_log *log);
void sut_check_curved_weight(sut_check_log *log);

// writhe.c
void sut_check_polygon_writhe(sut_check_log *log);
void sut_check_frame_writhe(sut_check_log *log);

// twist.c
void sut_check_ring(sut_check_log *log);
void sut_check_greenhill(sut_check_log *log);

// helical.c
void sut_check_helical(sut_check_log *log);
void sut_check_helical_envelope(sut_check_log *log);

// plectoneme.c
void sut_check_plectoneme(sut_check_log *log);

// modes.c
void sut_check_cantilever_modes(sut_check_log *log);
void sut_check_free_modes(sut_check_log *log);
void sut_check_loaded_modes(sut_check_log *log);
void sut_check_chain_modes(sut_check_log *log);

// motion.c
void sut_check_drag(sut_check_log *log);
void sut_check_free_fall(sut_check_log *log);
void sut_check_momentum(sut_check_log *log);

// contact_capstan.c
void sut_check_capstan(sut_check_log *log);
void sut_check_capstan_other(sut_check_log *log);
void sut_check_capstan_stiff(sut_check_log *log);

// contact_friction.c
void sut_check_slope(sut_check_log *log);
void sut_check_stopping(sut_check_log *log);
void sut_check_crossing(sut_check_log *log);

// contact_knot.c
void sut_check_overhand(sut_check_log *log);
void sut_check_overhand_double(sut_check_log *log);
void sut_check_overhand_triple(sut_check_log *log);

// contact_slide.c
void sut_check_slide(sut_check_log *log);

// contact_quiet.c
void sut_check_quiet_knots(sut_check_log *log);

// holes.c
void sut_check_pinch(sut_check_log *log);
void sut_check_kink(sut_check_log *log);
void sut_check_stick(sut_check_log *log);
void sut_check_hole_order(sut_check_log *log);
void sut_check_ripple(sut_check_log *log);
void sut_check_portals(sut_check_log *log);

// piercing.c
void sut_check_peaks(sut_check_log *log);
void sut_check_wall(sut_check_log *log);

// tearing.c
void sut_check_tear_solid(sut_check_log *log);
void sut_check_tear_sheet(sut_check_log *log);

// gradient.c
void sut_check_gradients(sut_check_log *log);

// stability.c
void sut_check_middle_pull(sut_check_log *log);
void sut_check_nylon(sut_check_log *log);
void sut_check_rest(sut_check_log *log);
void sut_check_energy(sut_check_log *log);

// tissue_stretch.c
void sut_check_tissue_patch(sut_check_log *log);
void sut_check_tissue_bar(sut_check_log *log);
void sut_check_tissue_biaxial(sut_check_log *log);
void sut_check_tissue_pressure(sut_check_log *log);
void sut_check_membrane_home(sut_check_log *log);

// tissue_bend.c
void sut_check_tissue_ring(sut_check_log *log);
void sut_check_tissue_strip(sut_check_log *log);
void sut_check_tissue_beam(sut_check_log *log);

// tissue_motion.c
void sut_check_tissue_rigid(sut_check_log *log);
void sut_check_tissue_fall(sut_check_log *log);
void sut_check_tissue_energy(sut_check_log *log);
void sut_check_tissue_sudden(sut_check_log *log);

// tissue_tube.c
void sut_check_tube_modes(sut_check_log *log);
void sut_check_tube_released(sut_check_log *log);
void sut_check_tube_table(sut_check_log *log);

// variational.c
void sut_check_axial_force(sut_check_log *log);
void sut_check_swing_energy(sut_check_log *log);
void sut_check_swing_drift(sut_check_log *log);
void sut_check_swing_momentum(sut_check_log *log);
void sut_check_variational_drag(sut_check_log *log);

// variational_figures.c
void sut_check_loops(sut_check_log *log);
void sut_check_plateau(sut_check_log *log);
void sut_check_square_knot(sut_check_log *log);

// huesken_figures.c
void sut_check_added_gravity(sut_check_log *log);
void sut_check_torsion(sut_check_log *log);

// wang_figures.c
void sut_check_wang_plectoneme(sut_check_log *log);
void sut_check_wang_energy(sut_check_log *log);
void sut_check_wang_knot(sut_check_log *log);

// softer_loops.c
void sut_check_softer_loops(sut_check_log *log);
void sut_check_softer_loops_implicit(sut_check_log *log);

// springs.c
void sut_check_free_bending(sut_check_log *log);
void sut_check_oscillation(sut_check_log *log);
void sut_check_self_excitation(sut_check_log *log);
void sut_check_quiet_springs(sut_check_log *log);
void sut_check_less_stretch(sut_check_log *log);

// springs_figures.c
void sut_check_forces_by_kind(sut_check_log *log);
void sut_check_friction_of_springs(sut_check_log *log);
void sut_check_hands_of_springs(sut_check_log *log);

#endif
