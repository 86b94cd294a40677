// SPDX-License-Identifier: MIT
// readers.h -- one function per kind of file: bytes into a soup. False after the error is filled.
#ifndef SUT_MESH_READERS_H
#define SUT_MESH_READERS_H

#include "soup.h"
#include "text.h"

bool sut_read_obj(sut_soup *s, const unsigned char *bytes, size_t size);
bool sut_read_stl(sut_soup *s, const unsigned char *bytes, size_t size);
bool sut_read_ply(sut_soup *s, const unsigned char *bytes, size_t size);
bool sut_read_wrl(sut_soup *s, const unsigned char *bytes, size_t size);
bool sut_read_msh(sut_soup *s, const unsigned char *bytes, size_t size);
bool sut_read_vtk(sut_soup *s, const unsigned char *bytes, size_t size);

// Numbers of binary files.
uint32_t sut_get_u32(const unsigned char *p, bool big);
uint64_t sut_get_u64(const unsigned char *p, bool big);
double sut_get_float(const unsigned char *p, bool big);
double sut_get_double(const unsigned char *p, bool big);

#endif
