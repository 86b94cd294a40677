// SPDX-License-Identifier: MIT
// rod_condense.h -- the condensed matrix of a rod, entry by entry of sut_body_kind.
#ifndef SUT_ROD_CONDENSE_H
#define SUT_ROD_CONDENSE_H

#include "body/body.h"

void sut_rod_zone_clear(sut_body *b);
void sut_rod_zone_mark(sut_body *b, int vertex);
int sut_rod_zone_number(sut_body *b);
int sut_rod_zone_node(const sut_body *b, int vertex);
void sut_rod_zone_couple(const sut_body *b, sut_sparse *s);
void sut_rod_zone_separate(const sut_body *b, bool *fixed);
void sut_rod_zone_look_up(const sut_body *b, sut_sparse *s, double **block);
bool sut_rod_condense(const sut_body *b, sut_sparse *s, double **block);

#endif
