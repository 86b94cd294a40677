// SPDX-License-Identifier: MIT
#include "trainer/server/motion.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static double distance(sut_vec3 a, sut_vec3 b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

//---- filter --------------------------------------------------------------------------------------

typedef struct biquad {
    double b0, b1, b2, a1, a2;
} biquad;

static void run_biquad(const biquad *f, double *value, int count, int first, int step) {
    // begin as if the first value had been there for ever
    double x1 = value[first], x2 = x1, y1 = x1, y2 = x1;
    for (int n = 0, i = first; n < count; n++, i += step) {
        double x = value[i];
        double y = f->b0 * x + f->b1 * x1 + f->b2 * x2 - f->a1 * y1 - f->a2 * y2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        value[i] = y;
    }
}

void sut_motion_low_pass(double *value, int count, double dt, double cutoff) {
    if (count < 3 || !(cutoff * dt < 0.5)) {
        return;
    }
    double k = tan(pi * cutoff * dt);
    double norm = 1.0 / (1.0 + sqrt(2.0) * k + k * k);
    biquad f = {k * k * norm, 2.0 * k * k * norm, k * k * norm, 2.0 * (k * k - 1.0) * norm,
                (1.0 - sqrt(2.0) * k + k * k) * norm};
    run_biquad(&f, value, count, 0, 1);
    run_biquad(&f, value, count, count - 1, -1);
}

//---- lengths and counts --------------------------------------------------------------------------

double sut_motion_path(const sut_vec3 *position, int count) {
    double sum = 0.0;
    for (int i = 0; i + 1 < count; i++) {
        sum += distance(position[i], position[i + 1]);
    }
    return sum;
}

void sut_motion_speed(const sut_vec3 *position, int count, double dt, double *speed) {
    for (int i = 0; i + 1 < count; i++) {
        speed[i] = distance(position[i], position[i + 1]) / dt;
    }
}

double sut_motion_idle(const double *speed, int count, double dt, double below) {
    int idle = 0;
    for (int i = 0; i < count; i++) {
        idle += speed[i] < below ? 1 : 0;
    }
    return dt * (double)idle;
}

int sut_motion_movements(const double *speed, int count, double low, double high) {
    int movements = 0;
    bool resting = true;
    for (int i = 0; i < count; i++) {
        if (resting && speed[i] > high) {
            movements++;
            resting = false;
        } else if (speed[i] < low) {
            resting = true;
        }
    }
    return movements;
}

double sut_motion_volume(const sut_vec3 *position, int count) {
    if (count == 0) {
        return 0.0;
    }
    sut_vec3 low = position[0], high = position[0];
    for (int i = 1; i < count; i++) {
        low = (sut_vec3){fmin(low.x, position[i].x), fmin(low.y, position[i].y),
                         fmin(low.z, position[i].z)};
        high = (sut_vec3){fmax(high.x, position[i].x), fmax(high.y, position[i].y),
                          fmax(high.z, position[i].z)};
    }
    return (high.x - low.x) * (high.y - low.y) * (high.z - low.z);
}

//---- smoothness ----------------------------------------------------------------------------------

// |sum v[n] exp(-i w n)|, turning the factor instead of computing it anew
static double spectrum(const double *v, int count, double w) {
    double c = cos(w), s = sin(w), re = 0.0, im = 0.0, x = 1.0, y = 0.0;
    for (int i = 0; i < count; i++) {
        re += v[i] * x;
        im += v[i] * y;
        double turned = x * c - y * s;
        y = x * s + y * c;
        x = turned;
    }
    return sqrt(re * re + im * im);
}

static int padded(int count) {
    int size = 1;
    while (size < count) {
        size *= 2;
    }
    return size * 16;
}

double sut_motion_sparc(const double *speed, int count, double dt) {
    const double cutoff = 10.0, threshold = 0.05;
    double all = 0.0;
    for (int i = 0; i < count; i++) {
        all += speed[i];
    }
    if (count < 2 || !(all > 0.0)) {
        return 0.0;
    }
    int size = padded(count);
    double df = 1.0 / (dt * (double)size);
    int bins = (int)floor(cutoff / df + 1e-9);
    // a speed is nowhere negative, so its spectrum is largest at 0, where it is 1 after scaling
    int last = 0;
    for (int k = bins; k > 0 && last == 0; k--) {
        last = spectrum(speed, count, 2.0 * pi * (double)k / (double)size) / all >= threshold ? k : 0;
    }
    double before = 1.0, length = 0.0;
    for (int k = 1; k <= last; k++) {
        double here = spectrum(speed, count, 2.0 * pi * (double)k / (double)size) / all;
        double step = 1.0 / (double)last;
        length += sqrt(step * step + (here - before) * (here - before));
        before = here;
    }
    return -length;
}

double sut_motion_ldlj(const double *speed, int count, double dt) {
    double peak = 0.0, sum = 0.0;
    for (int i = 0; i < count; i++) {
        peak = fmax(peak, fabs(speed[i]));
    }
    for (int i = 0; i + 2 < count; i++) {
        double jerk = (speed[i + 2] - 2.0 * speed[i + 1] + speed[i]) / (dt * dt);
        sum += jerk * jerk * dt;
    }
    double duration = dt * (double)count;
    double value = sum * duration * duration * duration / (peak * peak);
    return peak > 0.0 && value > 0.0 ? -log(value) : 0.0;
}

double sut_motion_gesture_sparc(const double *speed, int count, double dt, double above,
                                double shortest, int *gestures) {
    double sum = 0.0;
    *gestures = 0;
    for (int i = 0; i < count;) {
        if (speed[i] <= above) {
            i++;
            continue;
        }
        int begin = i;
        while (i < count && speed[i] > above) {
            i++;
        }
        if (dt * (double)(i - begin) >= shortest) {
            sum += sut_motion_sparc(speed + begin, i - begin, dt);
            ++*gestures;
        }
    }
    return *gestures > 0 ? sum / (double)*gestures : 0.0;
}
