// SPDX-License-Identifier: MIT
// haptic_tank.c -- forces without jumps that cost no more energy than the hands have put in.
//
// All hands of a world share one tank: a thread may carry what one hand gives to the other. What a
// hand puts in fills it, what it gets empties it. A force is written only if the tank would last
// for leading it to zero as fast as continuity allows, against a hand that runs along with it as
// fast as it can. Leading the last forces to zero is always such a choice, so both promises hold
// at once: no jump, and never more out than in. Theory: coupling, Q4 to Q6.
#include "haptic_types.h"

enum { RAMP_MAX = 512, HALVINGS = 12 };

double sut_channel_need(const sut_channel *c, sut_vec3 value, double period) {
    double amount = v3_norm(value);
    if (!(amount > 0.0)) {
        return 0.0;
    }
    double speed = v3_dot(c->velocity, value) / amount;
    double energy = 0.0;
    for (int i = 0; i < RAMP_MAX && amount > 0.0; i++) {
        speed = fmin(speed + c->speed_step_max, c->speed_max);
        energy += amount * fmax(speed, 0.0) * period;
        amount -= c->step_max;
    }
    return energy * c->weight;
}

void sut_tank_flow(sut_tank *t, double energy) {
    t->level = fmin(t->level + energy, t->most);
    t->books.balance += energy;
    t->books.lowest = fmin(t->books.lowest, t->books.balance);
    t->books.passive = t->books.lowest >= -t->books.reserve;
}

// the last value, led towards zero
static sut_vec3 led_down(const sut_channel *c) {
    double n = v3_norm(c->written);
    return n > c->step_max ? v3_scale(c->written, 1.0 - c->step_max / n) : v3_zero();
}

// what is wanted, or as far as one period gets there
static sut_vec3 led_on(const sut_channel *c) {
    sut_vec3 way = v3_sub(c->wanted, c->written);
    double n = v3_norm(way);
    return n > c->step_max ? v3_madd(c->written, c->step_max / n, way) : c->wanted;
}

static double need(const sut_channel *channels, int count, double share, double period) {
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        const sut_channel *c = &channels[i];
        sum += sut_channel_need(c, v3_lerp(led_down(c), led_on(c), share), period);
    }
    return sum;
}

void sut_tank_write(sut_tank *t, sut_channel *channels, int count, double period) {
    double share = 1.0;
    bool control = t->mode == SUT_PASSIVITY_CONTROL;
    if (control && need(channels, count, 1.0, period) > t->level) {
        double low = 0.0;
        double high = 1.0;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (need(channels, count, middle, period) <= t->level) {
                low = middle;
            } else {
                high = middle;
            }
        }
        share = low;
        t->books.held_back++;
    }
    for (int i = 0; i < count; i++) {
        sut_channel *c = &channels[i];
        sut_vec3 on = led_on(c);
        sut_vec3 next = v3_lerp(led_down(c), on, share);
        t->books.held_back_n = fmax(t->books.held_back_n, v3_distance(on, next));
        c->written = next;
    }
}
