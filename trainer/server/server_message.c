// SPDX-License-Identifier: MIT
// server_message.c -- what pages say.
#include "trainer/server/server.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WRONG_MAX = 20 };
static const double rate = 200.0;  // messages per second on average
static const double silence = 10.0; // s without a word: control can be taken

typedef struct talk {
    sut_server *server;
    sut_page *page;
    const json_t *message;
} talk;

//---- answers -------------------------------------------------------------------------------------

static void add_id(const talk *t, json_t *answer) {
    json_t *id = json_object_get(t->message, "id");
    if (json_is_integer(id)) {
        json_object_set(answer, "id", id);
    }
}

__attribute__((format(printf, 3, 4))) static void refuse(const talk *t, const char *code,
                                                         const char *format, ...) {
    char text[768];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    // a text of the page may be cut in the middle of a character
    json_t *shown = json_string(text);
    json_t *answer = json_pack("{s:s, s:s, s:o}", "type", "error", "code", code, "message",
                               shown != NULL ? shown : json_string("what was sent is not UTF-8"));
    add_id(t, answer);
    sut_page_say(t->page, answer);
    if (++t->page->wrong >= WRONG_MAX) {
        sut_page_end(t->page, SUT_CLOSE_WRONG);
    }
}

static void agree(const talk *t, json_t *answer) {
    json_object_set_new(answer, "type", json_string("ok"));
    add_id(t, answer);
    sut_page_say(t->page, answer);
}

static void pass_on(const talk *t, const sut_refusal *why) {
    refuse(t, why->code, "%s", why->text);
}

static bool order(const talk *t, const sut_order *o) {
    return sut_physics_order(sut_session_physics(t->server->session), o);
}

static bool number(const talk *t, const char *key, double low, double high, double *out) {
    const json_t *value = json_object_get(t->message, key);
    *out = json_number_value(value);
    if (!json_is_number(value) || !(*out >= low && *out <= high)) {
        refuse(t, "bad-value", "%s must be a number from %g to %g", key, low, high);
        return false;
    }
    return true;
}

static const char *text(const talk *t, const char *key) {
    return json_string_value(json_object_get(t->message, key));
}

//---- pages ---------------------------------------------------------------------------------------

static bool good_client(const char *client) {
    size_t n = client != NULL ? strlen(client) : 0;
    return n >= 8 && n < SUT_CLIENT_NAME &&
           strspn(client, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == n;
}

// the same page again: the older connection goes and leaves its control
static bool replace(sut_server *s, const sut_page *p) {
    bool controlled = false;
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *other = &s->pages[i];
        if (other != p && other->wsi != NULL && other->greeted &&
            strcmp(other->client, p->client) == 0) {
            controlled = controlled || sut_page_controls(s, other);
            other->greeted = false;
            sut_page_end(other, SUT_CLOSE_AGAIN);
        }
    }
    return controlled;
}

static bool good_name(const char *name) {
    size_t letters = 0;
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < 32 || *c == 127) {
            return false;
        }
        letters += ((unsigned char)*c & 0xc0U) != 0x80U ? 1U : 0U;
    }
    return letters >= 1 && letters <= 64;
}

// the name of the trainee; what is no name is none
static void set_name(sut_page *p, const char *name) {
    bool good = name != NULL && good_name(name);
    snprintf(p->name, sizeof p->name, "%s", good ? name : "");
}

// Control goes to a page that comes back, that is waited for, or that finds it free.
static void hand_out_control(sut_server *s, sut_page *p, const char *role) {
    bool back = replace(s, p);
    bool expected = strcmp(s->reserved_client, p->client) == 0;
    bool reserved = s->reserved_client[0] != '\0' && sut_clock() < s->reserved_clock;
    p->greeted = true;
    if (role == NULL || (strcmp(role, "watch") != 0 && !p->instructor)) {
        if (back || expected || (s->controller < 0 && !reserved)) {
            sut_page_give_control(s, p);
        }
    } else if (p->instructor && (back || expected)) {
        sut_page_give_control(s, p);
    } else if (back) {
        s->controller = -1;
    }
}

static void hello(const talk *t) {
    sut_server *s = t->server;
    sut_page *p = t->page;
    if (json_integer_value(json_object_get(t->message, "protocol")) != SUT_PROTOCOL) {
        refuse(t, "old-page", "this server speaks protocol %d; reload the page", SUT_PROTOCOL);
        sut_page_end(p, SUT_CLOSE_OLD);
        return;
    }
    const char *client = text(t, "client"), *role = text(t, "role");
    if (p->greeted || !good_client(client)) {
        refuse(t, "bad-value", p->greeted ? "hello was said already"
                                          : "client must be 8 to 64 of A-Z a-z 0-9 _ -");
        return;
    }
    if (role != NULL && strcmp(role, "instructor") == 0 &&
        !sut_guard_instructor(s, text(t, "key"))) {
        refuse(t, "not-let-in", "the key of the instructor is missing or wrong");
        return;
    }
    snprintf(p->client, sizeof p->client, "%s", client);
    p->instructor = role != NULL && strcmp(role, "instructor") == 0;
    set_name(p, text(t, "name"));
    hand_out_control(s, p, role);
    sut_version_info v = sut_version();
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", v.major, v.minor, v.patch);
    json_t *answer = json_pack("{s:s, s:i, s:s, s:s, s:i}", "type", "welcome", "protocol",
                               SUT_PROTOCOL, "version", version, "you",
                               sut_page_controls(s, p) ? "control" : "watch", "pages",
                               sut_page_count(s));
    add_id(t, answer);
    sut_page_say(p, answer);
    sut_page_say(p, sut_session_scene(s->session));
    p->scene = sut_session_number(s->session);
    sut_page_tell_control(s);
}

// Why a page cannot have control now; null: it can.
static const char *who_keeps_it(const sut_server *s, const sut_page *p) {
    double now = sut_clock();
    bool other = s->controller >= 0 && !sut_page_controls(s, p);
    if (p->instructor) {
        return NULL;
    }
    if (other && now - s->pages[s->controller].last_word < silence) {
        return "another page has control; ask for it";
    }
    if (s->controller < 0 && s->reserved_client[0] != '\0' && now < s->reserved_clock &&
        strcmp(s->reserved_client, p->client) != 0) {
        return "control waits a few seconds for the page that had it";
    }
    return NULL;
}

static bool take(const talk *t) {
    const char *why = who_keeps_it(t->server, t->page);
    if (why != NULL) {
        refuse(t, "held", "%s", why);
        return false;
    }
    sut_page_give_control(t->server, t->page);
    return true;
}

// to the page that has asked for it, or to none
static bool give(const talk *t) {
    if (!sut_page_controls(t->server, t->page)) {
        refuse(t, "not-controller", "only the page with control can hand it over");
        return false;
    }
    sut_page_give_control(t->server, sut_page_asking(t->server));
    return true;
}

static bool let_go(const talk *t) {
    if (sut_page_controls(t->server, t->page)) {
        sut_page_give_control(t->server, NULL);
    }
    return true;
}

// the page that has control is told; a page that has it or could take it needs not ask
static bool ask(const talk *t) {
    if (t->server->controller < 0 || sut_page_controls(t->server, t->page)) {
        return take(t);
    }
    t->page->asked = t->page->asks ? t->page->asked : sut_clock();
    t->page->asks = true;
    return true;
}

static void control(const talk *t) {
    static const struct {
        const char *name;
        bool (*act)(const talk *t);
    } actions[] = {{"take", take}, {"release", let_go}, {"ask", ask}, {"give", give}};
    const char *action = text(t, "action");
    for (size_t i = 0; action != NULL && i < sizeof actions / sizeof actions[0]; i++) {
        if (strcmp(action, actions[i].name) == 0) {
            if (actions[i].act(t)) {
                agree(t, json_object());
                sut_page_tell_control(t->server);
            }
            return;
        }
    }
    refuse(t, "bad-value", "action must be \"take\", \"release\", \"ask\" or \"give\"");
}

static void name(const talk *t) {
    set_name(t->page, text(t, "name"));
    agree(t, json_object());
    sut_page_tell_control(t->server);
}

static void view(const talk *t) {
    const json_t *contacts = json_object_get(t->message, "contacts");
    double hz = 60.0;
    if (json_object_get(t->message, "hz") != NULL && !number(t, "hz", 1.0, 60.0, &hz)) {
        return;
    }
    t->page->contacts = contacts != NULL ? json_is_true(contacts) : t->page->contacts;
    // a little less than the gap, so that the next frame in the rhythm of 60 Hz is not missed
    t->page->frame_gap = hz > 59.0 ? 0.0 : 1.0 / hz - 0.008;
    agree(t, json_object());
}

static void ping(const talk *t) {
    json_t *answer = json_pack("{s:s, s:f}", "type", "pong", "server",
                               sut_clock() - t->server->born);
    json_t *time = json_object_get(t->message, "t");
    if (json_is_number(time)) {
        json_object_set(answer, "t", time);
    }
    add_id(t, answer);
    sut_page_say(t->page, answer);
}

//---- the session ---------------------------------------------------------------------------------

// all pages get the new scene before its first frame
static void announce(sut_server *s) {
    s->paused = false;
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *p = &s->pages[i];
        if (p->wsi != NULL && p->greeted) {
            sut_page_say(p, sut_session_scene(s->session));
            p->scene = sut_session_number(s->session);
        }
    }
}

static void start(const talk *t) {
    sut_session_wish w = {.task = text(t, "task"),
                          .material = text(t, "material"),
                          .trainee = text(t, "trainee"),
                          .demo = json_is_true(json_object_get(t->message, "demo"))};
    const char *level = text(t, "level");
    if (level != NULL && !sut_level_find(level, &w.level)) {
        refuse(t, "bad-value", "level must be \"beginner\", \"guided\", \"trainee\" or \"exam\"");
        return;
    }
    if (w.task == NULL) {
        refuse(t, "bad-value", "task is missing; it is the id of a task");
        return;
    }
    if (w.trainee != NULL && !good_name(w.trainee)) {
        refuse(t, "bad-value", "trainee must be a name of 1 to 64 characters");
        return;
    }
    sut_refusal why;
    if (!sut_session_begin(t->server->session, &w, &why)) {
        pass_on(t, &why);
        return;
    }
    agree(t, json_pack("{s:I}", "scene", (json_int_t)sut_session_number(t->server->session)));
    announce(t->server);
    if (w.trainee != NULL && strcmp(w.trainee, t->page->name) != 0) {
        set_name(t->page, w.trainee);
        sut_page_tell_control(t->server);
    }
}

static void stop(const talk *t) {
    sut_refusal why;
    if (sut_session_end(t->server->session, &why)) {
        agree(t, json_object());
    } else {
        pass_on(t, &why);
    }
}

static void reset(const talk *t) {
    sut_refusal why;
    uint32_t before = sut_session_number(t->server->session);
    if (!sut_session_reset(t->server->session, &why)) {
        pass_on(t, &why);
        return;
    }
    agree(t, json_object());
    if (sut_session_number(t->server->session) != before) {
        announce(t->server);
    }
}

static void replay(const talk *t) {
    const json_t *attempt = json_object_get(t->message, "attempt");
    sut_refusal why;
    if (!json_is_integer(attempt)) {
        refuse(t, "bad-value", "attempt must be the number of an attempt");
    } else if (!sut_session_replay(t->server->session, json_integer_value(attempt), &why)) {
        pass_on(t, &why);
    } else {
        agree(t, json_object());
        announce(t->server);
    }
}

static void seek(const talk *t) {
    sut_order o = {.kind = SUT_ORDER_SEEK};
    if (!sut_session_films(t->server->session)) {
        refuse(t, "not-now", "seek works in a replay or a demonstration");
    } else if (number(t, "t", 0.0, 1e6, &o.value) && order(t, &o)) {
        agree(t, json_object());
    }
}

static void save(const talk *t) {
    json_t *scene = sut_session_save(t->server->session);
    if (scene == NULL) {
        refuse(t, "not-now", "a replay or demonstration cannot be saved; start a task");
    } else {
        agree(t, json_pack("{s:o}", "scene", scene));
    }
}

//---- the world -----------------------------------------------------------------------------------

static void pause_world(const talk *t) {
    const json_t *on = json_object_get(t->message, "on");
    sut_order o = {.kind = SUT_ORDER_PAUSE, .on = json_is_true(on)};
    if (!json_is_boolean(on)) {
        refuse(t, "bad-value", "on must be true or false");
    } else if (order(t, &o)) {
        t->server->paused = o.on;
        agree(t, json_object());
    }
}

static void step(const talk *t) {
    double count;
    if (!t->server->paused) {
        refuse(t, "not-now", "single steps need a pause first");
    } else if (number(t, "count", 1.0, 1000.0, &count)) {
        sut_order o = {.kind = SUT_ORDER_STEP, .count = (uint32_t)count};
        if (order(t, &o)) {
            agree(t, json_object());
        }
    }
}

static void speed(const talk *t) {
    sut_order o = {.kind = SUT_ORDER_SPEED};
    if (number(t, "factor", 0.01, 4.0, &o.value) && order(t, &o)) {
        agree(t, json_object());
    }
}

static void set(const talk *t) {
    static const struct {
        const char *name;
        double low, high;
    } known[] = {{"gravity", 0.0, 20.0}, {"friction", 0.0, 1.5}};
    const char *name = text(t, "name");
    if (sut_session_films(t->server->session)) {
        refuse(t, "not-now", "a replay or demonstration shows what was; start a task");
        return;
    }
    const json_t *value = json_object_get(t->message, "value");
    for (size_t i = 0; name != NULL && i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) != 0) {
            continue;
        }
        double v = json_number_value(value);
        if (!json_is_number(value) || !isfinite(v)) {
            refuse(t, "bad-value", "value must be a number");
            return;
        }
        sut_order o = {.kind = SUT_ORDER_SET,
                       .value = fmin(fmax(v, known[i].low), known[i].high)};
        snprintf(o.name, sizeof o.name, "%s", known[i].name);
        if (order(t, &o)) {
            agree(t, json_pack("{s:f}", "value", o.value));
        }
        return;
    }
    double factor = json_number_value(value);
    if (name != NULL && json_is_number(value) && isfinite(factor) &&
        sut_session_tune(t->server->session, name, &factor)) {
        agree(t, json_pack("{s:f}", "value", factor));
        return;
    }
    refuse(t, "bad-value", "name must be one of scene.parameters, and value a number");
}

// The judge, or the page, says what has been reached, so that one can go back to it.
static void mark(const talk *t) {
    const char *label = text(t, "name");
    if (label == NULL || !good_name(label)) {
        refuse(t, "bad-value", "name must be a text of 1 to 64 characters");
        return;
    }
    sut_order o = {.kind = SUT_ORDER_MARK, .count = sut_session_number(t->server->session)};
    snprintf(o.name, sizeof o.name, "%s", label);
    if (order(t, &o)) {
        agree(t, json_object());
    }
}

static void undo(const talk *t) {
    sut_refusal why;
    if (sut_session_undo(t->server->session, &why)) {
        agree(t, json_object());
    } else {
        pass_on(t, &why);
    }
}

// An instructor says something about a moment of an attempt.
static void comment(const talk *t) {
    double attempt, at;
    const char *said = text(t, "text");
    sut_records *db = sut_session_records(t->server->session);
    if (!t->page->instructor) {
        refuse(t, "not-let-in", "only the page of an instructor may comment");
    } else if (said == NULL || said[0] == '\0' || strlen(said) > 500) {
        refuse(t, "bad-value", "text must be 1 to 500 bytes");
    } else if (number(t, "attempt", 1.0, 9e15, &attempt) && number(t, "t", 0.0, 1e6, &at)) {
        if (db != NULL && sut_records_comment(db, (int64_t)attempt, at, t->page->name, said)) {
            agree(t, json_object());
        } else {
            refuse(t, "no-attempt", "there is no such attempt, or it cannot be written");
        }
    }
}

// The assistant takes the thread beside the jaws of a tool, or lets go what it holds.
static void clip(const talk *t) {
    double tool;
    if (number(t, "tool", 0.0, SUT_PLAY_TOOLS - 1, &tool)) {
        sut_order o = {.kind = SUT_ORDER_CLIP, .count = (uint32_t)tool};
        if (order(t, &o)) {
            agree(t, json_object());
        }
    }
}

//---- input ---------------------------------------------------------------------------------------

static bool numbers(const json_t *list, size_t count, double *out) {
    if (!json_is_array(list) || json_array_size(list) != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        out[i] = json_number_value(item);
        if (!json_is_number(item) || !(fabs(out[i]) < 1e6)) {
            return false;
        }
    }
    return true;
}

// what is wrong, null: nothing
static const char *read_hand(const json_t *json, sut_order *o) {
    const json_t *tool = json_object_get(json, "tool");
    json_int_t index = json_integer_value(tool);
    if (!json_is_integer(tool) || index < 0 || index >= SUT_PLAY_TOOLS) {
        return "tool must be the index of a tool";
    }
    sut_order_hand *h = &o->hand[index];
    const json_t *p = json_object_get(json, "p"), *q = json_object_get(json, "q");
    const json_t *jaw = json_object_get(json, "jaw");
    double v[4];
    h->named = true;
    h->free = json_is_true(json_object_get(json, "free"));
    if (p != NULL) {
        if (!numbers(p, 3, v)) {
            return "p must be three numbers, m";
        }
        h->has_position = true;
        h->pose.position = (sut_vec3){v[0], v[1], v[2]};
    }
    if (q != NULL) {
        sut_quat turn;
        if (!numbers(q, 4, v)) {
            return "q must be four numbers x, y, z, w";
        }
        turn = (sut_quat){v[0], v[1], v[2], v[3]};
        if (!sut_quat_normalize(&turn)) {
            return "q has no length";
        }
        h->has_rotation = true;
        h->pose.rotation = turn;
    }
    if (jaw != NULL) {
        h->jaw = json_number_value(jaw);
        h->has_jaw = true;
        if (!json_is_number(jaw) || !(h->jaw >= 0.0 && h->jaw <= 1.0)) {
            return "jaw must be a number from 0 to 1";
        }
    }
    return NULL;
}

static void input(const talk *t) {
    sut_page *p = t->page;
    const json_t *seq = json_object_get(t->message, "seq");
    const json_t *hands = json_object_get(t->message, "hands");
    json_int_t n = json_integer_value(seq);
    if (!json_is_integer(seq) || n < 1 || n > UINT32_MAX || !json_is_array(hands) ||
        json_array_size(hands) > SUT_PLAY_TOOLS) {
        refuse(t, "bad-value", "input needs seq, 1 to 2^32 - 1, and hands, a list of up to %d",
               SUT_PLAY_TOOLS);
        return;
    }
    if (p->seq_scene != p->scene) {
        p->seq_scene = p->scene;
        p->seq = 0;
    }
    if (n <= p->seq) {
        return; // overtaken
    }
    sut_order o = {.kind = SUT_ORDER_INPUT, .count = (uint32_t)n};
    size_t i;
    const json_t *hand;
    json_array_foreach(hands, i, hand) {
        const char *wrong = read_hand(hand, &o);
        if (wrong != NULL) {
            refuse(t, "bad-value", "hands[%zu]: %s", i, wrong);
            return;
        }
    }
    p->seq = (uint32_t)n;
    const json_t *undos = json_object_get(t->message, "undos");
    o.knows = json_is_integer(undos);
    o.undos = (uint32_t)json_integer_value(undos);
    order(t, &o);
}

//---- handlers ---------------------------------------------------------------------------------

typedef struct word {
    const char *type;
    void (*answer)(const talk *t);
    bool controls;
} word;

static const word words[] = {
    {"input", input, true},   {"hello", hello, false}, {"ping", ping, false},
    {"view", view, false},    {"save", save, false},   {"control", control, false},
    {"name", name, false},    {"comment", comment, false},
    {"start", start, true},   {"stop", stop, true},    {"reset", reset, true},
    {"replay", replay, true}, {"seek", seek, true},    {"pause", pause_world, true},
    {"step", step, true},     {"speed", speed, true},  {"set", set, true},
    {"mark", mark, true},     {"undo", undo, true},    {"clip", clip, true},
};

// no fault of a page that has just lost control and sends on, so it is neither counted nor repeated
static void tell_off(const talk *t, const char *type) {
    double now = sut_clock();
    if (strcmp(type, "input") != 0 || now - t->page->told_off > 1.0) {
        t->page->told_off = now;
        refuse(t, "not-controller", "this page watches; only the page with control may %s", type);
        t->page->wrong--;
    }
}

static void answer(const talk *t) {
    const char *type = text(t, "type");
    if (type == NULL) {
        refuse(t, "bad-message", "a message is an object with a type");
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(type, words[i].type) != 0) {
            continue;
        }
        if (!t->page->greeted && words[i].answer != hello) {
            refuse(t, "hello-first", "the first message is hello");
        } else if (words[i].controls && !sut_page_controls(t->server, t->page)) {
            tell_off(t, type);
        } else {
            int wrong = t->page->wrong;
            words[i].answer(t);
            t->page->wrong = t->page->wrong == wrong ? 0 : t->page->wrong;
        }
        return;
    }
    refuse(t, "unknown-type", "there is no message '%.32s'", type);
}

static bool too_fast(sut_page *p) {
    double now = sut_clock();
    p->bucket = fmin(rate, p->bucket + rate * (now - p->bucket_clock));
    p->bucket_clock = now;
    p->bucket -= 1.0;
    return p->bucket < 0.0;
}

void sut_message_take(sut_server *s, sut_page *p, const char *bytes, size_t size) {
    json_error_t e;
    json_t *message = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &e);
    talk t = {s, p, message};
    p->last_word = sut_clock();
    if (too_fast(p)) {
        // one answer per burst
        if (p->bucket > -1.5) {
            refuse(&t, "rate", "more than %g messages per second", rate);
        }
        p->bucket = fmax(p->bucket, -2.0);
    } else if (message == NULL) {
        refuse(&t, "bad-json", "not JSON: %s at byte %d", e.text, e.position);
    } else if (!json_is_object(message)) {
        refuse(&t, "bad-message", "a message is an object with a type");
    } else {
        answer(&t);
    }
    json_decref(message);
}
