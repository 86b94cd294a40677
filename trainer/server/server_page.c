// SPDX-License-Identifier: MIT
#include "trainer/server/server.h"

#include <stdlib.h>
#include <string.h>

static const double reservation = 10.0; // s that control waits for a page that went away

//---- coming and going ----------------------------------------------------------------------------

sut_page *sut_page_open(sut_server *s, struct lws *wsi) {
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *p = &s->pages[i];
        if (p->wsi == NULL) {
            *p = (sut_page){.wsi = wsi,
                            .frame_gap = 0.0,
                            .bucket = 200.0,
                            .bucket_clock = sut_clock(),
                            .last_word = sut_clock()};
            return p;
        }
    }
    return NULL;
}

void sut_page_close(sut_server *s, sut_page *p) {
    while (p->first != NULL) {
        sut_text *next = p->first->next;
        free(p->first);
        p->first = next;
    }
    sut_bytes_free(&p->in);
    bool held = sut_page_controls(s, p);
    if (held) {
        memcpy(s->reserved_client, p->client, sizeof s->reserved_client);
        s->reserved_clock = sut_clock() + reservation;
        s->controller = -1;
    }
    *p = (sut_page){0};
    sut_page_tell_control(s);
}

int sut_page_count(const sut_server *s) {
    int count = 0;
    for (int i = 0; i < SUT_PAGES; i++) {
        count += s->pages[i].wsi != NULL && s->pages[i].greeted ? 1 : 0;
    }
    return count;
}

bool sut_page_controls(const sut_server *s, const sut_page *p) {
    return s->controller >= 0 && &s->pages[s->controller] == p;
}

sut_page *sut_page_asking(sut_server *s) {
    sut_page *first = NULL;
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *p = &s->pages[i];
        if (p->wsi != NULL && p->greeted && p->asks && (first == NULL || p->asked < first->asked)) {
            first = p;
        }
    }
    return first;
}

void sut_page_tell_control(sut_server *s) {
    const sut_page *asking = sut_page_asking(s);
    const char *holder = s->controller >= 0 ? s->pages[s->controller].name : "";
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *p = &s->pages[i];
        if (p->wsi == NULL || !p->greeted) {
            continue;
        }
        bool you = sut_page_controls(s, p);
        json_t *m = json_pack("{s:s, s:b, s:b, s:i, s:s, s:b, s:b}", "type", "control", "you", you,
                              "held", s->controller >= 0, "pages", sut_page_count(s), "holder",
                              holder, "asked", p->asks, "instructor", p->instructor);
        // only the page that can hand it over has to know which one waits
        json_object_set_new(m, "asking",
                            you && asking != NULL ? json_string(asking->name) : json_null());
        sut_page_say(p, m);
    }
}

void sut_page_give_control(sut_server *s, sut_page *p) {
    s->controller = p != NULL ? (int)(p - s->pages) : -1;
    s->reserved_client[0] = '\0';
    if (p != NULL) {
        p->last_word = sut_clock();
        p->asks = false;
    }
}

//---- messages ------------------------------------------------------------------------------------

void sut_page_say_text(sut_page *p, const char *text) {
    size_t size = strlen(text);
    if (p->waiting + size > SUT_BACKLOG_MAX) {
        p->close = SUT_CLOSE_DEAF;
        lws_callback_on_writable(p->wsi);
        return;
    }
    sut_text *t = malloc(sizeof *t + LWS_PRE + size + 1);
    if (t == NULL) {
        return;
    }
    t->next = NULL;
    t->size = size;
    memcpy(t->bytes + LWS_PRE, text, size + 1);
    *(p->last != NULL ? &p->last->next : &p->first) = t;
    p->last = t;
    p->waiting += size;
    lws_callback_on_writable(p->wsi);
}

void sut_page_say(sut_page *p, json_t *message) {
    char *text = json_dumps(message, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(message);
    if (text != NULL) {
        sut_page_say_text(p, text);
    }
    free(text);
}

void sut_page_end(sut_page *p, unsigned code) {
    p->close = code;
    lws_callback_on_writable(p->wsi);
}

static int write_text(sut_page *p) {
    sut_text *t = p->first;
    int written = lws_write(p->wsi, (unsigned char *)t->bytes + LWS_PRE, t->size, LWS_WRITE_TEXT);
    p->first = t->next;
    p->last = p->first != NULL ? p->last : NULL;
    p->waiting -= t->size;
    p->bytes += t->size;
    free(t);
    return written < 0 ? -1 : 0;
}

//---- frames --------------------------------------------------------------------------------------

static void compose(sut_server *s, sut_page *p) {
    sut_bytes *f = &s->frame;
    sut_frame_event events[SUT_FRAME_EVENTS_MAX];
    int count = sut_physics_events(sut_session_physics(s->session), &p->events, events,
                                   SUT_FRAME_EVENTS_MAX);
    bool contacts = p->contacts && s->shot.contacts.size > 0;
    static const uint8_t room[LWS_PRE];
    sut_bytes_clear(f);
    sut_bytes_put(f, room, sizeof room);
    sut_frame_header_put(f, &s->shot.head,
                         s->shot.sections + 1 + (contacts ? 1 : 0) + (count > 0 ? 1 : 0));
    sut_bytes_put(f, s->shot.body.data, s->shot.body.size);
    if (contacts) {
        sut_bytes_put(f, s->shot.contacts.data, s->shot.contacts.size);
    }
    if (count > 0) {
        sut_frame_events_put(f, events, count);
    }
    sut_frame_statistics st = s->shot.statistics;
    st.dropped = (uint32_t)p->dropped;
    sut_frame_statistics_put(f, &st);
}

// is there a frame that this page has not seen and wants?
static bool frame_due(sut_server *s, const sut_page *p) {
    return p->greeted && s->shot.head.frame > p->seen && s->shot.head.scene == p->scene &&
           sut_clock() >= p->next_frame;
}

static int write_frame(sut_server *s, sut_page *p) {
    compose(s, p);
    if (s->frame.failed) {
        return 0;
    }
    uint32_t frame = s->shot.head.frame;
    if (p->seen > 0 && p->frame_gap <= 0.0) {
        p->dropped += frame - p->seen - 1U;
    }
    p->seen = frame;
    p->next_frame = p->frame_gap > 0.0 ? sut_clock() + p->frame_gap : 0.0;
    p->sent++;
    size_t size = s->frame.size - LWS_PRE;
    p->bytes += size;
    int written = lws_write(p->wsi, s->frame.data + LWS_PRE, size, LWS_WRITE_BINARY);
    return written < 0 ? -1 : 0;
}

int sut_page_write(sut_server *s, sut_page *p) {
    if (p->close == SUT_CLOSE_DEAF || (p->close != 0 && p->first == NULL)) {
        lws_close_reason(p->wsi, (enum lws_close_status)p->close, NULL, 0);
        return -1;
    }
    // one write per call; what the socket has no room for yet waits, frames are skipped
    if (lws_send_pipe_choked(p->wsi)) {
        lws_callback_on_writable(p->wsi);
        return 0;
    }
    int result = 0;
    if (p->first != NULL) {
        result = write_text(p);
    } else if (frame_due(s, p)) {
        result = write_frame(s, p);
    }
    if (result == 0 && (p->first != NULL || p->close != 0)) {
        lws_callback_on_writable(p->wsi);
    }
    return result;
}

void sut_page_wish(sut_server *s, sut_page *p) {
    if (p->first != NULL || p->close != 0 || frame_due(s, p)) {
        lws_callback_on_writable(p->wsi);
    }
}

//---- status --------------------------------------------------------------------------------------

static json_t *quantiles(const double q[3]) {
    return json_pack("{s:f, s:f, s:f}", "median", q[0], "p99", q[1], "max", q[2]);
}

json_t *sut_server_status(sut_server *s, const sut_page *p) {
    sut_figures f;
    sut_physics_figures(sut_session_physics(s->session), &f);
    char trouble[512];
    bool well = sut_session_well(s->session, trouble, sizeof trouble);
    json_t *physics = json_pack(
        "{s:f, s:I, s:I, s:I, s:I, s:f, s:o, s:o}", "hz", f.hz, "steps", (json_int_t)f.steps,
        "late", (json_int_t)f.late, "skipped", (json_int_t)f.skipped, "diverged",
        (json_int_t)f.diverged, "realtime", f.realtime, "step_us", quantiles(f.step_us),
        "step_cpu_us", quantiles(f.cpu_us));
    json_t *out =
        json_pack("{s:s, s:f, s:i, s:b, s:o, s:{s:b, s:s}}", "type", "status", "uptime",
                  sut_clock() - s->born, "pages", sut_page_count(s), "held", s->controller >= 0,
                  "physics", physics, "records", "ok", well, "message", trouble);
    if (p != NULL) {
        json_object_set_new(out, "frames",
                            json_pack("{s:I, s:I, s:I}", "sent", (json_int_t)p->sent, "dropped",
                                      (json_int_t)p->dropped, "bytes_per_second",
                                      (json_int_t)(p->bytes - p->status_bytes)));
    }
    return out;
}
