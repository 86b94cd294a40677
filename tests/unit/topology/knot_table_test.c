// SPDX-License-Identifier: MIT
#include "check.h"
#include "knot_fixture.h"
#include "topology/knot_table.h"

#include <stdio.h>
#include <string.h>

static bool entry_polys(int entry, sut_poly *alexander, sut_poly *jones, sut_pool *pool) {
    const sut_knot_entry *e = &sut_knot_table[entry];
    int degree = e->alexander_degree;
    *alexander = (sut_poly){-degree, 2 * degree + 1, sut_pool_take(pool, 16, sizeof(int64_t))};
    *jones = (sut_poly){2 * e->jones_low, 2 * e->jones_count - 1,
                        sut_pool_take(pool, 32, sizeof(int64_t))};
    if (alexander->c == NULL || jones->c == NULL) {
        return false;
    }
    for (int i = 0; i <= degree; i++) {
        alexander->c[degree + i] = e->alexander[i];
        alexander->c[degree - i] = e->alexander[i];
    }
    for (int i = 0; i < jones->count; i++) {
        jones->c[i] = i % 2 == 0 ? e->jones[i / 2] : 0;
    }
    return true;
}

static void show(const char *what, const sut_poly *p) {
    printf("%s %d:", what, p->low);
    for (int i = 0; i < p->count; i++) {
        printf(" %lld", (long long)p->c[i]);
    }
    printf("\n");
}

TEST(every_row_of_the_table_follows_from_its_braid) {
    sut_pool pool = {0};
    for (int i = 0; i < BRAID_COUNT; i++) {
        CASE("i %d", i);
        sut_diagram d;
        sut_poly alexander;
        sut_poly jones;
        sut_poly table[2];
        int signature = 0;
        char name[16];
        sut_knot_factor f = {i, false};
        sut_knot_write(&f, 1, name, sizeof name);
        CHECK_STR(name, braids[i].name);
        REQUIRE(braid_diagram(&braids[i], &d, &pool));
        REQUIRE(entry_polys(i, &table[0], &table[1], &pool));
        CHECK_EQ_INT(sut_alexander(&d, &pool, &alexander), SUT_INVARIANT_DONE);
        CHECK_EQ_INT(sut_jones(&d, &pool, &jones), SUT_INVARIANT_DONE);
        CHECK_EQ_INT(sut_signature(&d, &pool, &signature), SUT_INVARIANT_DONE);
        CHECK_EQ_INT(signature, sut_knot_table[i].signature);
        bool same = CHECK(sut_poly_equal(&alexander, &table[0]));
        same &= CHECK(sut_poly_equal(&jones, &table[1]));
        if (!same) {
            show(name, &alexander);
            show(name, &jones);
        }
    }
    sut_pool_free(&pool);
}
