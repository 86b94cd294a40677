// SPDX-License-Identifier: MIT
// units.c -- see units.h for the grammar.
//
// Powers of ten are not multiplied into the number but added to its decimal exponent before the
// text becomes a double: one rounding in all, the same that the plain SI number would get.
#include "units.h"

#include "scene_text.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DIGITS = 80,    // characters of a mantissa; more says nothing to a double
    MAX_POWER = 12,     // of a unit
    MAX_LENGTH = 200,   // of the whole text, which also bounds all sums of powers
    MAX_EXPONENT = 9999 // of a number; beyond it a double is 0 or infinite anyway
};

static const double PI = 3.14159265358979323846;

typedef struct unit {
    const char *symbol;
    sut_dimension dim;
    int ten;       // power of ten against SI
    double factor; // what is left of the size
} unit;

static const unit units[] = {
    {"m", {1, 0, 0, 0}, 0, 1.0},         {"g", {0, 1, 0, 0}, -3, 1.0},
    {"s", {0, 0, 1, 0}, 0, 1.0},         {"min", {0, 0, 1, 0}, 0, 60.0},
    {"N", {1, 1, -2, 0}, 0, 1.0},        {"Pa", {-1, 1, -2, 0}, 0, 1.0},
    {"J", {2, 1, -2, 0}, 0, 1.0},        {"Hz", {0, 0, -1, 0}, 0, 1.0},
    {"rad", {0, 0, 0, 1}, 0, 1.0},       {"deg", {0, 0, 0, 1}, 0, PI / 180.0},
    {"turn", {0, 0, 0, 1}, 0, 2.0 * PI},
};

typedef struct prefix {
    const char *symbol;
    int ten;
} prefix;

static const prefix prefixes[] = {
    {"n", -9},
    {"u", -6},
    {"\xc2\xb5", -6} /* micro sign */,
    {"\xce\xbc", -6} /* Greek mu */,
    {"m", -3},
    {"c", -2},
    {"k", 3},
    {"M", 6},
    {"G", 9},
};

// A number as it is written: mantissa without exponent, and the exponent.
typedef struct decimal {
    const char *mantissa;
    size_t length;
    int exponent;
    const char *end;
} decimal;

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static const char *skip_blanks(const char *p) {
    while (is_blank(*p)) {
        p++;
    }
    return p;
}

static const char *skip_digits(const char *p) {
    while (is_digit(*p)) {
        p++;
    }
    return p;
}

// digits at p as an int that saturates; *p is moved behind them
static int scan_int(const char **p) {
    int value = 0;
    for (; is_digit(**p); (*p)++) {
        value = value > MAX_EXPONENT ? value : value * 10 + (**p - '0');
    }
    return value;
}

static bool scan_decimal(const char *text, decimal *out) {
    const char *p = text;
    if (*p == '+' || *p == '-') {
        p++;
    }
    const char *whole = p;
    p = skip_digits(p);
    ptrdiff_t digits = p - whole;
    if (*p == '.') {
        const char *fraction = p + 1;
        p = skip_digits(fraction);
        digits += p - fraction;
    }
    if (digits == 0) {
        return false;
    }
    *out = (decimal){text, (size_t)(p - text), 0, p};

    // an e without digits behind it is not an exponent
    if (*p == 'e' || *p == 'E') {
        p++;
        bool negative = *p == '-';
        if (*p == '+' || *p == '-') {
            p++;
        }
        if (is_digit(*p)) {
            int value = scan_int(&p);
            out->exponent = negative ? -value : value;
            out->end = p;
        }
    }
    return true;
}

// The double nearest to the number times 10^ten; false when it overflows or is too long.
static bool decimal_value(const decimal *d, int ten, double *value) {
    if (d->length > MAX_DIGITS) {
        return false;
    }
    // strtod reads the decimal point of the locale, and an exponent only where there is one
    char text[MAX_DIGITS + 40];
    const char *point = localeconv()->decimal_point;
    if (ten == 0 && d->exponent == 0 && strcmp(point, ".") == 0) {
        memcpy(text, d->mantissa, d->length);
        text[d->length] = '\0';
        *value = strtod(text, NULL);
        return true;
    }
    const char *dot = memchr(d->mantissa, '.', d->length);
    size_t before = dot != NULL ? (size_t)(dot - d->mantissa) : d->length;
    size_t after = dot != NULL ? d->length - before - 1 : 0;
    int n =
        snprintf(text, sizeof text, "%.*s%s%.*se%d", (int)before, d->mantissa,
                 after > 0 ? point : "", (int)after, dot != NULL ? dot + 1 : "", d->exponent + ten);
    if (n < 0 || (size_t)n >= sizeof text) {
        return false;
    }
    double v = strtod(text, NULL);
    if (!isfinite(v)) {
        return false;
    }
    *value = v;
    return true;
}

bool sut_number_parse(const char *text, const char **end, double *value) {
    decimal d;
    if (!scan_decimal(text, &d) || !decimal_value(&d, 0, value)) {
        *end = text;
        return false;
    }
    *end = d.end;
    return true;
}

static bool same_text(const char *symbol, const char *text, size_t length) {
    return strlen(symbol) == length && memcmp(symbol, text, length) == 0;
}

static const unit *find_unit(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (same_text(units[i].symbol, text, length)) {
            return &units[i];
        }
    }
    return NULL;
}

// a bare unit wins over a prefix with a unit, so "min" is the minute
static const unit *find_prefixed(const char *text, size_t length, int *ten) {
    const unit *u = find_unit(text, length);
    *ten = 0;
    for (size_t i = 0; u == NULL && i < sizeof prefixes / sizeof prefixes[0]; i++) {
        size_t n = strlen(prefixes[i].symbol);
        if (length > n && memcmp(prefixes[i].symbol, text, n) == 0) {
            u = find_unit(text + n, length - n);
            *ten = prefixes[i].ten;
        }
    }
    return u;
}

// letters and everything beyond ASCII belong to a unit's name
static size_t name_length(const char *p) {
    size_t n = 0;
    while ((p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z') ||
           (unsigned char)p[n] >= 0x80) {
        n++;
    }
    return n;
}

// What the factors of a unit multiply to.
typedef struct product {
    sut_dimension dim;
    int ten;
    double factor;
} product;

static void multiply(product *all, const unit *u, int prefix_ten, int power) {
    all->dim.m += power * u->dim.m;
    all->dim.kg += power * u->dim.kg;
    all->dim.s += power * u->dim.s;
    all->dim.angle += power * u->dim.angle;
    all->ten += power * (u->ten + prefix_ten);
    for (int i = 0; i < abs(power); i++) {
        all->factor = power > 0 ? all->factor * u->factor : all->factor / u->factor;
    }
}

static bool scan_power(const char **p, int *power, char *why, size_t why_size) {
    *power = 1;
    if (**p != '^') {
        return true;
    }
    (*p)++;
    bool negative = **p == '-';
    if (**p == '-' || **p == '+') {
        (*p)++;
    }
    if (!is_digit(**p)) {
        snprintf(why, why_size, "no whole number follows ^; write for example m^2");
        return false;
    }
    int value = scan_int(p);
    if (value > MAX_POWER) {
        snprintf(why, why_size, "a power is too large; powers go from -%d to %d", MAX_POWER,
                 MAX_POWER);
        return false;
    }
    *power = negative ? -value : value;
    return true;
}

static bool scan_factor(const char **p, bool divide, product *all, char *why, size_t why_size) {
    size_t length = name_length(*p);
    int ten = 0;
    const unit *u = find_prefixed(*p, length, &ten);
    if (u == NULL) {
        // show the odd word, or the odd character
        size_t shown = length > 0 ? length : (**p != '\0' ? 1 : 0);
        sut_quoted word = sut_quote_part(*p, shown);
        snprintf(why, why_size,
                 "%s is no unit; use m, g, s, min, N, Pa, J, Hz, rad, deg, turn with a prefix "
                 "n, u, m, c, k, M, G",
                 shown > 0 ? word.text : "nothing");
        return false;
    }
    *p += length;
    int power = 1;
    if (!scan_power(p, &power, why, why_size)) {
        return false;
    }
    multiply(all, u, ten, divide ? -power : power);
    return true;
}

// all factors up to the end of the text
static bool scan_units(const char *p, product *all, char *why, size_t why_size) {
    *all = (product){{0, 0, 0, 0}, 0, 1.0};
    bool divide = false;

    // "1/m": the 1 stands for no unit above the line
    if (p[0] == '1' && *skip_blanks(p + 1) == '/') {
        p = skip_blanks(skip_blanks(p + 1) + 1);
        divide = true;
    }
    for (;;) {
        if (!scan_factor(&p, divide, all, why, why_size)) {
            return false;
        }
        const char *next = skip_blanks(p);
        if (*next == '\0') {
            return true;
        }
        bool joined = *next == '*' || *next == '/';
        if (!joined && next == p) {
            sut_quoted odd = sut_quote_part(next, 1);
            snprintf(why, why_size, "%s after a unit; join units with a blank, * or /", odd.text);
            return false;
        }
        divide = *next == '/';
        p = joined ? skip_blanks(next + 1) : next;
    }
}

bool sut_units_parse(const char *text, double *value, sut_dimension *dim, char *why,
                     size_t why_size) {
    if (strlen(text) > MAX_LENGTH) {
        snprintf(why, why_size, "it is too long; write for example \"0.05 mm\"");
        return false;
    }
    decimal d;
    if (!scan_decimal(skip_blanks(text), &d)) {
        snprintf(why, why_size, "it does not start with a number; write for example \"0.05 mm\"");
        return false;
    }
    const char *p = skip_blanks(d.end);
    if (*p == '\0') {
        snprintf(why, why_size,
                 "text needs a unit; write for example \"0.05 mm\", or a plain number in SI units");
        return false;
    }
    product all;
    if (!scan_units(p, &all, why, why_size)) {
        return false;
    }
    double number;
    bool fits = decimal_value(&d, all.ten, &number);
    if (!fits || !isfinite(number * all.factor)) {
        snprintf(why, why_size, "the number is too large; use at most %d digits and 1e308",
                 MAX_DIGITS);
        return false;
    }
    *value = number * all.factor;
    *dim = all.dim;
    return true;
}

void sut_dimension_text(sut_dimension dim, char *out, size_t size) {
    const char *const names[] = {"kg", "m", "s", "rad"};
    const int powers[] = {dim.kg, dim.m, dim.s, dim.angle};
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < 4; i++) {
        if (powers[i] == 0 || used >= size) {
            continue;
        }
        const char *gap = used > 0 ? " " : "";
        int n = powers[i] == 1
                    ? snprintf(out + used, size - used, "%s%s", gap, names[i])
                    : snprintf(out + used, size - used, "%s%s^%d", gap, names[i], powers[i]);
        used += n > 0 ? (size_t)n : 0;
    }
    if (used == 0) {
        snprintf(out, size, "no dimension");
    }
}
