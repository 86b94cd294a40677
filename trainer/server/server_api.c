// SPDX-License-Identifier: MIT
#include "trainer/server/server.h"

#include "trainer/server/score.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//---- replies -------------------------------------------------------------------------------------

void sut_reply_json(sut_reply *r, unsigned status, json_t *json) {
    char *text = json != NULL ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    json_decref(json);
    r->status = text != NULL ? status : 500;
    r->type = "application/json";
    sut_bytes_clear(&r->body);
    if (text != NULL) {
        sut_bytes_put(&r->body, text, strlen(text));
    }
    free(text);
}

void sut_reply_error(sut_reply *r, unsigned status, const char *code, const char *message) {
    sut_reply_json(r, status,
                   json_pack("{s:{s:s, s:s}}", "error", "code", code, "message", message));
}

static void reply_records(sut_server *s, sut_reply *r, json_t *json) {
    if (json == NULL) {
        sut_reply_error(r, 500, "storage", sut_records_message(sut_session_records(s->session)));
    } else {
        sut_reply_json(r, 200, json);
    }
}

static bool have_records(sut_server *s, sut_reply *r) {
    char text[512];
    if (sut_session_records(s->session) != NULL) {
        return true;
    }
    sut_session_well(s->session, text, sizeof text);
    sut_reply_error(r, 503, "storage", text);
    return false;
}

//---- what there is -------------------------------------------------------------------------------

static void health(sut_server *s, const sut_request *q, sut_reply *r) {
    (void)s;
    (void)q;
    sut_version_info v = sut_version();
    char text[32];
    snprintf(text, sizeof text, "%d.%d.%d", v.major, v.minor, v.patch);
    sut_reply_json(r, 200, json_pack("{s:b, s:s, s:i}", "ok", 1, "version", text, "protocol",
                                     SUT_PROTOCOL));
}

static void tasks(sut_server *s, const sut_request *q, sut_reply *r) {
    (void)q;
    const sut_task_list *list = sut_session_tasks(s->session);
    json_t *all = json_array(), *materials = json_array();
    for (int i = 0; i < list->count; i++) {
        json_array_append_new(all, sut_task_describe(list->tasks[i]));
    }
    for (int i = 0; i < sut_material_count(); i++) {
        const sut_material *m = sut_material_at(i);
        char name[128];
        snprintf(name, sizeof name, "%s %s", m->name, m->size);
        json_array_append_new(materials, json_pack("{s:s, s:f, s:f}", "name", name, "diameter",
                                                   m->diameter, "knot_pull", m->knot_pull));
    }
    sut_reply_json(r, 200, json_pack("{s:o, s:o, s:o}", "tasks", all, "metrics",
                                     sut_metrics_describe(), "materials", materials));
}

static void status(sut_server *s, const sut_request *q, sut_reply *r) {
    (void)q;
    sut_reply_json(r, 200, sut_server_status(s, NULL));
}

static void scene(sut_server *s, const sut_request *q, sut_reply *r) {
    (void)q;
    json_t *saved = sut_session_save(s->session);
    if (saved == NULL) {
        sut_reply_error(r, 409, "not-now", "a replay or demonstration cannot be saved; start a task");
        return;
    }
    char *text = json_dumps(saved, JSON_INDENT(1) | JSON_REAL_PRECISION(17));
    json_decref(saved);
    r->status = text != NULL ? 200 : 500;
    r->type = "application/json";
    strcpy(r->download, "scene.json");
    if (text != NULL) {
        sut_bytes_put(&r->body, text, strlen(text));
    }
    free(text);
}

static void ghost(sut_server *s, const sut_request *q, sut_reply *r) {
    json_t *found = q->task != NULL ? sut_session_ghost(s->session, q->task) : NULL;
    if (found == NULL) {
        sut_reply_error(r, 404, "not-found", "there is no demonstration: /api/ghost?task=ID");
    } else {
        sut_reply_json(r, 200, found);
    }
}

//---- records -------------------------------------------------------------------------------------

static void trainees(sut_server *s, const sut_request *q, sut_reply *r) {
    (void)q;
    if (have_records(s, r)) {
        reply_records(s, r, sut_records_trainees(sut_session_records(s->session)));
    }
}

static void records(sut_server *s, const sut_request *q, sut_reply *r) {
    sut_records_query query = {q->trainee, q->task, q->limit, q->offset};
    if (have_records(s, r)) {
        reply_records(s, r, sut_records_list(sut_session_records(s->session), &query));
    }
}

static void records_json(sut_server *s, const sut_request *q, sut_reply *r) {
    sut_records_query query = {q->trainee, q->task, -1, 0};
    strcpy(r->download, "records.json");
    if (have_records(s, r)) {
        reply_records(s, r, sut_records_list(sut_session_records(s->session), &query));
    }
}

static void records_csv(sut_server *s, const sut_request *q, sut_reply *r) {
    sut_records_query query = {q->trainee, q->task, -1, 0};
    if (have_records(s, r)) {
        bool good = sut_records_csv(sut_session_records(s->session), &query, &r->body);
        r->status = good ? 200 : 500;
        r->type = "text/csv; charset=utf-8";
        strcpy(r->download, "records.csv");
    }
}

static void records_csv_wide(sut_server *s, const sut_request *q, sut_reply *r) {
    sut_records_query query = {q->trainee, q->task, -1, 0};
    if (have_records(s, r)) {
        bool good = sut_records_csv_wide(sut_session_records(s->session), &query, &r->body);
        r->status = good ? 200 : 500;
        r->type = "text/csv; charset=utf-8";
        strcpy(r->download, "records_wide.csv");
    }
}

static void curves(sut_server *s, const sut_request *q, sut_reply *r) {
    if (q->task == NULL) {
        sut_reply_error(r, 400, "bad-value", "task is missing: /api/curves?task=ID");
    } else if (have_records(s, r)) {
        reply_records(s, r,
                      sut_records_curves(sut_session_records(s->session), q->task, q->trainee));
    }
}

static void deleted(sut_server *s, sut_reply *r, int count) {
    if (count < 0) {
        reply_records(s, r, NULL);
    } else if (count == 0) {
        sut_reply_error(r, 404, "not-found", "there is no such attempt");
    } else {
        sut_reply_json(r, 200, json_pack("{s:i}", "deleted", count));
    }
}

// /api/records/ID, /api/records/ID/recording and /api/records/ID/comments
static void one_record(sut_server *s, const sut_request *q, const char *rest, sut_reply *r) {
    char *end;
    errno = 0;
    long long id = strtoll(rest, &end, 10);
    bool recording = strcmp(end, "/recording") == 0, comments = strcmp(end, "/comments") == 0;
    if (rest[0] < '0' || rest[0] > '9' || errno != 0 || (*end != '\0' && !recording && !comments)) {
        sut_reply_error(r, 404, "not-found", "there is no such attempt");
        return;
    }
    if (!have_records(s, r)) {
        return;
    }
    sut_records *db = sut_session_records(s->session);
    if (q->deletes) {
        deleted(s, r, recording || comments ? 0 : sut_records_delete(db, id));
        return;
    }
    if (comments) {
        reply_records(s, r, sut_records_comments(db, id));
        return;
    }
    if (recording && sut_records_recording(db, id, &r->body)) {
        r->status = 200;
        r->type = "application/octet-stream";
        snprintf(r->download, sizeof r->download, "attempt_%lld.rec", id);
        return;
    }
    json_t *found = recording ? NULL : sut_records_get(db, id);
    if (found != NULL) {
        sut_reply_json(r, 200, found);
    } else {
        sut_reply_error(r, 404, "not-found", "there is no such attempt");
    }
}

//---- handlers ---------------------------------------------------------------------------------

typedef struct route {
    const char *path;
    void (*answer)(sut_server *s, const sut_request *q, sut_reply *r);
} route;

static const route routes[] = {{"/api/health", health},
                               {"/api/tasks", tasks},
                               {"/api/status", status},
                               {"/api/scene", scene},
                               {"/api/ghost", ghost},
                               {"/api/trainees", trainees},
                               {"/api/records", records},
                               {"/api/records.json", records_json},
                               {"/api/records.csv", records_csv},
                               {"/api/records_wide.csv", records_csv_wide},
                               {"/api/curves", curves}};

static bool begins(const char *path, const char *with, const char **rest) {
    size_t n = strlen(with);
    *rest = path + n;
    return strncmp(path, with, n) == 0 && path[n] != '\0';
}

void sut_api_answer(sut_server *s, const sut_request *q, sut_reply *out) {
    const char *rest;
    if (q->deletes && !q->from_page) {
        sut_reply_error(out, 403, "not-let-in", "deleting needs the Origin of the page or a token");
        return;
    }
    if (begins(q->path, "/api/records/", &rest)) {
        one_record(s, q, rest, out);
        return;
    }
    if (q->deletes && begins(q->path, "/api/trainees/", &rest)) {
        if (have_records(s, out)) {
            int count = sut_records_delete_trainee(sut_session_records(s->session), rest);
            if (count < 0) {
                reply_records(s, out, NULL);
            } else {
                sut_reply_json(out, 200, json_pack("{s:i}", "deleted", count));
            }
        }
        return;
    }
    for (size_t i = 0; i < sizeof routes / sizeof routes[0] && !q->deletes; i++) {
        if (strcmp(q->path, routes[i].path) == 0) {
            routes[i].answer(s, q, out);
            return;
        }
    }
    sut_reply_error(out, 404, "not-found", "there is no such thing; docs/protocol.md has the list");
}
