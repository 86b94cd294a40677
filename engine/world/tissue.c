// SPDX-License-Identifier: MIT
// tissue.c -- tissues of a world and what holds them: life cycle and queries.
#include "attach/channel.h"

#include "attach/grip.h"
#include "data/data.h"
#include "drive/drive.h"
#include "state/record.h"

static sut_support_slot *support_at(const sut_world *w, sut_support_id id) {
    if (!w || id.index1 == 0 || id.index1 > (uint32_t)w->def.capacity.supports) {
        return NULL;
    }
    sut_support_slot *s = &w->supports[id.index1 - 1];
    return s->used && s->generation == id.generation ? s : NULL;
}

bool sut_tissue_is_valid(const sut_world *w, sut_tissue_id id) {
    return sut_world_tissue(w, id) != NULL;
}

//---- tissues -------------------------------------------------------------------------------------

static int free_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.tissues; i++) {
        if (!w->tissues[i].used) {
            return i;
        }
    }
    return -1;
}

static sut_result check_create(sut_world *w, const sut_tissue_def *def) {
    if (def->cookie != SUT_COOKIE_TISSUE) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the tissue def was not made by sut_default_tissue_def");
    }
    const char *bad = sut_tissue_check_def(def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    if (w->vertex_count > 0 && sut_world_explicit(w)) {
        return sut_world_refuse(w, SUT_E_CONFLICT,
                                "threads of explicit models (variational, springs) and tissues do "
                                "not mix");
    }
    if (free_slot(w) < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of tissues is reached");
    }
    return SUT_OK;
}

// Check, slot, room for contacts, contact check; what fails gives all of it back.
sut_result sut_tissue_create(sut_world *w, const sut_tissue_def *def, sut_tissue_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_result result = check_create(w, def);
    if (result != SUT_OK) {
        return result;
    }
    int slot = free_slot(w);
    sut_tissue_slot *t = &w->tissues[slot];
    if (sut_tissue_fill_slot(w, t, def, true) != SUT_OK) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the tissue");
    }
    bool room = sut_contact_reserve(w);
    const char *bad = room ? sut_contact_check_tissue(w, slot) : NULL;
    if (!room || bad) {
        sut_tissue_free_slot(t, &w->memory);
        sut_contact_refresh(w);
        return room ? sut_world_refuse(w, SUT_E_CONFLICT, bad)
                    : sut_world_refuse(w, SUT_E_MEMORY, "no memory for the contacts");
    }
    t->generation++;
    *out = (sut_tissue_id){(uint32_t)slot + 1, t->generation};
    sut_record_tissue_create(w, def);
    return SUT_OK;
}

sut_result sut_tissue_destroy(sut_world *w, sut_tissue_id id) {
    sut_world_ask(w);
    sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_tissue);
    }
    int slot = (int)id.index1 - 1;
    sut_record_tissue_destroy(w, id);
    for (int i = 0; i < w->def.capacity.supports; i++) {
        sut_support_slot *s = &w->supports[i];
        s->used = s->used && s->tissue != slot;
    }
    sut_touch_forget(w, w->bodies.rods + slot, -1);
    sut_hole_forget(w, -1, slot);
    sut_tissue_grip_forget(w, slot);
    sut_tissue_free_slot(t, &w->memory);
    sut_contact_refresh(w);
    return SUT_OK;
}

sut_result sut_tissue_get_view(const sut_world *w, sut_tissue_id id, sut_tissue_view *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_get(t->tissue, out);
    return SUT_OK;
}

sut_result sut_tissue_get_energy(const sut_world *w, sut_tissue_id id, sut_tissue_energy *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_energy_of(t->tissue, w->def.gravity, out);
    return SUT_OK;
}

sut_result sut_tissue_get_figures(const sut_world *w, sut_tissue_id id, sut_tissue_figures *out) {
    const sut_tissue_slot *t = sut_world_tissue(w, id);
    if (!t || !out) {
        return t ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_figures_of(t->tissue, out);
    return SUT_OK;
}

//---- supports ------------------------------------------------------------------------------------
static int free_support_slot(const sut_world *w) {
    for (int i = 0; i < w->def.capacity.supports; i++) {
        if (!w->supports[i].used) {
            return i;
        }
    }
    return -1;
}

// Check, slot, the support in the tissue, room for its state.
sut_result sut_support_create(sut_world *w, sut_tissue_id tissue, const sut_support_def *def,
                              sut_support_id *out) {
    sut_world_ask(w);
    if (!w || !def || !out) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, sut_null_pointer);
    }
    sut_tissue_slot *t = sut_world_tissue(w, tissue);
    if (!t) {
        return sut_world_refuse(w, SUT_E_ID, "the tissue of the support does not exist");
    }
    if (def->cookie != SUT_COOKIE_SUPPORT) {
        return sut_world_refuse(w, SUT_E_DEF,
                                "the support def was not made by sut_default_support_def");
    }
    const char *bad = sut_tissue_check_support(t->tissue, def, w->refusal, sizeof w->refusal);
    if (bad) {
        return sut_world_refuse(w, SUT_E_ARGUMENT, bad);
    }
    int slot = free_support_slot(w);
    if (slot < 0) {
        return sut_world_refuse(w, SUT_E_CAPACITY, "capacity of supports is reached");
    }
    int number = sut_tissue_add_support(t->tissue, def, &w->memory);
    if (number >= 0 && !sut_tissue_reserve_image(t, &w->memory)) {
        sut_tissue_remove_support(t->tissue, number, &w->memory);
        number = -1;
    }
    if (number < 0) {
        return sut_world_refuse(w, SUT_E_MEMORY, "no memory for the support");
    }
    sut_support_slot *s = &w->supports[slot];
    *s = (sut_support_slot){s->generation + 1, true, (int)tissue.index1 - 1, number};
    *out = (sut_support_id){(uint32_t)slot + 1, s->generation};
    sut_record_support_create(w, tissue, def);
    return SUT_OK;
}

sut_result sut_support_destroy(sut_world *w, sut_support_id id) {
    sut_world_ask(w);
    sut_support_slot *s = support_at(w, id);
    if (!s) {
        return sut_world_refuse(w, SUT_E_ID, sut_stale_support);
    }
    sut_record_support_destroy(w, id);
    sut_tissue_remove_support(w->tissues[s->tissue].tissue, s->number, &w->memory);
    s->used = false;
    return SUT_OK;
}

sut_result sut_support_get_view(const sut_world *w, sut_support_id id, sut_support_view *out) {
    const sut_support_slot *s = support_at(w, id);
    if (!s || !out) {
        return s ? SUT_E_ARGUMENT : SUT_E_ID;
    }
    sut_tissue_support_of(w->tissues[s->tissue].tissue, s->number, out);
    return SUT_OK;
}
