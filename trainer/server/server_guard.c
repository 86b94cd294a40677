// SPDX-License-Identifier: MIT
// server_guard.c -- which pages are let in: the right host name (a page elsewhere may resolve its own name to
// this machine), the right origin (a page elsewhere may ask its browser to), the token.
#include "trainer/server/server.h"

#include <stdio.h>
#include <string.h>

static bool header(struct lws *wsi, enum lws_token_indexes which, char *out, int size) {
    out[0] = '\0';
    return lws_hdr_total_length(wsi, which) > 0 && lws_hdr_copy(wsi, out, size, which) > 0;
}

static bool host_is(const sut_server *s, const char *host, const char *name) {
    char full[320];
    snprintf(full, sizeof full, "%s:%d", name, s->port);
    return strcmp(host, full) == 0 || (s->port == 80 && strcmp(host, name) == 0);
}

static bool good_host(const sut_server *s, const char *host) {
    if (!s->loopback) {
        // reached by names that we cannot know; the token decides
        return true;
    }
    return host_is(s, host, "127.0.0.1") || host_is(s, host, "localhost") ||
           host_is(s, host, "[::1]");
}

// without telling by its time how much of it was right
static bool same_secret(const char *a, const char *b) {
    size_t n = strlen(a), m = strlen(b);
    unsigned differs = n == m ? 0U : 1U;
    for (size_t i = 0; i < n; i++) {
        differs |= (unsigned)(a[i] ^ b[m > 0 ? i % m : 0]);
    }
    return differs == 0;
}

static bool good_token(const sut_server *s, struct lws *wsi) {
    char text[512];
    const char *token = s->options->token;
    if (header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text) &&
        strncmp(text, "Bearer ", 7) == 0 && same_secret(text + 7, token)) {
        return true;
    }
    const char *query = lws_get_urlarg_by_name(wsi, "token=", text, sizeof text);
    return query != NULL && same_secret(query, token);
}

bool sut_guard_instructor(const sut_server *s, const char *key) {
    const char *wanted = s->options->instructor;
    return wanted != NULL ? key != NULL && same_secret(key, wanted) : s->loopback;
}

int sut_guard(sut_server *s, struct lws *wsi, bool needs_token, bool *page) {
    char host[320], origin[320];
    *page = false;
    if (!header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !good_host(s, host)) {
        return 403;
    }
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0) {
        char wanted[sizeof host + 8];
        snprintf(wanted, sizeof wanted, "http://%s", host);
        if (!header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) || strcmp(origin, wanted) != 0) {
            return 403;
        }
        *page = true;
    }
    if (s->options->token != NULL) {
        bool good = good_token(s, wsi);
        *page = *page || good;
        return good || !needs_token ? 0 : 401;
    }
    return 0;
}
