// SPDX-License-Identifier: MIT
// server.c -- libwebsockets' side: one callback for HTTP and WebSocket, one loop.
#include "trainer/server/server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// per connection, kept by libwebsockets
typedef struct connection {
    sut_page *page;
    sut_reply reply;
} connection;

static volatile sig_atomic_t asked_to_stop;
static struct lws_context *volatile running;

static void on_signal(int number) {
    (void)number;
    asked_to_stop = 1;
    // lws_service waits; this only writes to a pipe
    if (running != NULL) {
        lws_cancel_service(running);
    }
}

static sut_server *server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

//---- HTTP ----------------------------------------------------------------------------------------

static int write_head(struct lws *wsi, connection *c) {
    unsigned char room[LWS_PRE + 2048], *begin = room + LWS_PRE, *at = begin;
    unsigned char *end = room + sizeof room - 1;
    sut_reply *r = &c->reply;
    static const char *const extra[][2] = {
        {"x-content-type-options:", "nosniff"},
        {"cache-control:", "no-store"},
        {"referrer-policy:", "no-referrer"},
        {"content-security-policy:",
         "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data: blob:; style-src "
         "'self' 'unsafe-inline'; worker-src 'self' blob:; frame-ancestors 'none'"}};
    if (lws_add_http_common_headers(wsi, r->status, r->type, r->body.size, &at, end) != 0) {
        return -1;
    }
    for (size_t i = 0; i < sizeof extra / sizeof extra[0]; i++) {
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)extra[i][0],
                                        (const unsigned char *)extra[i][1],
                                        (int)strlen(extra[i][1]), &at, end) != 0) {
            return -1;
        }
    }
    if (r->download[0] != '\0') {
        char text[128];
        int n = snprintf(text, sizeof text, "attachment; filename=\"%s\"", r->download);
        if (lws_add_http_header_by_name(wsi, (const unsigned char *)"content-disposition:",
                                        (const unsigned char *)text, n, &at, end) != 0) {
            return -1;
        }
    }
    if (lws_finalize_write_http_header(wsi, begin, &at, end) != 0) {
        return -1;
    }
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_body(struct lws *wsi, connection *c) {
    enum { PIECE = 32768 };
    unsigned char room[LWS_PRE + PIECE];
    sut_reply *r = &c->reply;
    size_t left = r->body.size - r->sent, size = left < PIECE ? left : PIECE;
    bool last = size == left;
    if (size > 0) {
        memcpy(room + LWS_PRE, r->body.data + r->sent, size);
    }
    r->sent += size;
    if (lws_write(wsi, room + LWS_PRE, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) {
        return -1;
    }
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    sut_bytes_free(&r->body);
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

static const char *argument(struct lws *wsi, const char *name, char *buffer, int size) {
    const char *value = lws_get_urlarg_by_name(wsi, name, buffer, size);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

static int integer_argument(struct lws *wsi, const char *name, int low, int high, int otherwise) {
    char buffer[32];
    const char *value = argument(wsi, name, buffer, sizeof buffer);
    long n = value != NULL ? strtol(value, NULL, 10) : otherwise;
    return n < low ? low : n > high ? high : (int)n;
}

static void answer_api(sut_server *s, struct lws *wsi, sut_request *q, sut_reply *r) {
    char trainee[512], task[256];
    q->trainee = argument(wsi, "trainee=", trainee, sizeof trainee);
    q->task = argument(wsi, "task=", task, sizeof task);
    q->limit = integer_argument(wsi, "limit=", 1, 1000, 100);
    q->offset = integer_argument(wsi, "offset=", 0, 1 << 30, 0);
    sut_api_answer(s, q, r);
}

static int on_request(struct lws *wsi, connection *c, const char *path) {
    sut_server *s = server_of(wsi);
    bool api = strncmp(path, "/api", 4) == 0 && (path[4] == '/' || path[4] == '\0');
    bool gets = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    sut_request q = {.path = path,
                     .deletes = lws_hdr_total_length(wsi, WSI_TOKEN_DELETE_URI) > 0};
    sut_bytes_clear(&c->reply.body);
    c->reply = (sut_reply){.body = c->reply.body};
    int refused = sut_guard(s, wsi, api, &q.from_page);
    if (refused != 0) {
        sut_reply_error(&c->reply, (unsigned)refused, "not-let-in",
                        refused == 401 ? "the token is missing or wrong"
                                       : "wrong Host or Origin for this server");
    } else if (!gets && !(q.deletes && api)) {
        sut_reply_error(&c->reply, 405, "bad-message", "this server answers GET and DELETE /api");
    } else if (api) {
        answer_api(s, wsi, &q, &c->reply);
    } else {
        sut_files_answer(s->options->page, path, &c->reply);
    }
    return write_head(wsi, c);
}

//---- WebSocket -----------------------------------------------------------------------------------

static int on_filter(struct lws *wsi) {
    char path[16] = "";
    bool page;
    lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    int refused = sut_guard(server_of(wsi), wsi, true, &page);
    if (refused == 0 && strcmp(path, "/ws") == 0) {
        return 0;
    }
    lws_return_http_status(wsi, refused != 0 ? (unsigned)refused : 404U, NULL);
    return -1;
}

static int on_open(struct lws *wsi, connection *c) {
    c->page = sut_page_open(server_of(wsi), wsi);
    if (c->page == NULL) {
        lws_close_reason(wsi, (enum lws_close_status)SUT_CLOSE_MANY, NULL, 0);
        return -1;
    }
    return 0;
}

static int on_receive(struct lws *wsi, connection *c, const void *bytes, size_t size) {
    sut_page *p = c->page;
    // a page that sends is there, even where its answer to a ping waits behind a backlog of frames
    lws_validity_confirmed(wsi);
    if (p->in.size + size > SUT_MESSAGE_MAX) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    sut_bytes_put(&p->in, bytes, size);
    if (lws_is_final_fragment(wsi) == 0 || lws_remaining_packet_payload(wsi) > 0) {
        return 0;
    }
    if (p->close == 0) {
        const char *text = lws_frame_is_binary(wsi) != 0 ? "" : (const char *)p->in.data;
        sut_message_take(server_of(wsi), p, text, text[0] != '\0' ? p->in.size : 0);
    }
    sut_bytes_clear(&p->in);
    return 0;
}

//---- the loop ------------------------------------------------------------------------------------

// after the start there may be no page for hours
static void watch_records(sut_server *s) {
    char text[512] = "";
    bool well = sut_session_well(s->session, text, sizeof text);
    if (strcmp(text, s->trouble) != 0 && s->options->trouble != NULL) {
        s->options->trouble(well ? NULL : text);
    }
    memcpy(s->trouble, text, sizeof text);
}

static void hand_out(sut_server *s) {
    char *text;
    while ((text = sut_session_news(s->session)) != NULL) {
        for (int i = 0; i < SUT_PAGES; i++) {
            if (s->pages[i].wsi != NULL && s->pages[i].greeted) {
                sut_page_say_text(&s->pages[i], text);
            }
        }
        free(text);
    }
    sut_physics_shot(sut_session_physics(s->session), s->shot.head.frame, &s->shot);
    bool status = sut_clock() >= s->next_status;
    for (int i = 0; i < SUT_PAGES; i++) {
        sut_page *p = &s->pages[i];
        if (p->wsi == NULL) {
            continue;
        }
        if (status && p->greeted) {
            sut_page_say(p, sut_server_status(s, p));
            p->status_bytes = p->bytes;
        }
        sut_page_wish(s, p);
    }
    if (status) {
        watch_records(s);
        s->next_status = sut_clock() + 1.0;
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    connection *c = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP: return on_request(wsi, c, in);
    case LWS_CALLBACK_HTTP_WRITEABLE: return write_body(wsi, c);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
    case LWS_CALLBACK_CLOSED_HTTP:
        if (c != NULL) {
            sut_bytes_free(&c->reply.body);
        }
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return on_filter(wsi);
    case LWS_CALLBACK_ESTABLISHED: return on_open(wsi, c);
    case LWS_CALLBACK_RECEIVE: return on_receive(wsi, c, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return c->page != NULL ? sut_page_write(server_of(wsi), c->page) : -1;
    case LWS_CALLBACK_CLOSED:
        if (c->page != NULL) {
            sut_page_close(server_of(wsi), c->page);
            c->page = NULL;
        }
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: {
        sut_server *s = server_of(wsi);
        if (s->session != NULL) {
            hand_out(s);
        }
        return 0;
    }
    default: return 0;
    }
}

static void wake(void *ctx) {
    const sut_server *s = ctx;
    lws_cancel_service(s->lws);
}

static bool is_loopback(const char *host) {
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "localhost") == 0 ||
           strcmp(host, "::1") == 0;
}

static const struct lws_protocols protocols[] = {
    {.name = "sutura",
     .callback = on_event,
     .per_session_data_size = sizeof(connection),
     .rx_buffer_size = 4096},
    {.name = NULL}};

static bool listen_on(sut_server *s) {
    const sut_trainer_options *o = s->options;
    struct lws_context_creation_info info = {0};
    lws_set_log_level(0, NULL);
    s->loopback = is_loopback(o->host);
    info.port = o->port;
    info.iface = strcmp(o->host, "localhost") == 0 ? "127.0.0.1" : o->host;
    info.protocols = protocols;
    info.user = s;
    info.gid = -1;
    info.uid = -1;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(o->host, ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0);
    info.keepalive_timeout = 30;
    info.timeout_secs = 20;
    info.max_http_header_data = 4096;
    info.fd_limit_per_thread = 256;
    s->lws = lws_create_context(&info);
    if (s->lws != NULL) {
        s->port = lws_get_vhost_listen_port(lws_get_vhost_by_name(s->lws, "default"));
    }
    return s->lws != NULL;
}

static void block_signals(bool block) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(block ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

static void serve(sut_server *s) {
    struct sigaction action = {.sa_handler = on_signal};
    running = s->lws;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    block_signals(false);
    char address[512];
    bool six = strchr(s->options->host, ':') != NULL;
    snprintf(address, sizeof address, "http://%s%s%s:%d/", six ? "[" : "", s->options->host,
             six ? "]" : "", s->port);
    s->options->ready(address);
    watch_records(s);
    while (asked_to_stop == 0 && lws_service(s->lws, 0) >= 0) {
    }
    running = NULL;
}

int sut_trainer_run(const sut_trainer_options *o, char *message, size_t size) {
    sut_server s = {.options = o, .controller = -1, .born = sut_clock()};
    // threads that are started from here on leave signals to this one
    block_signals(true);
    signal(SIGPIPE, SIG_IGN);
    // a file that may not grow is an error of the records, not the end
    signal(SIGXFSZ, SIG_IGN);
    if (!listen_on(&s)) {
        snprintf(message, size, "cannot listen on %s:%d; is another trainer running there? try "
                                "--port with another number",
                 o->host, o->port);
        return 1;
    }
    sut_session_options so = {.tasks = o->tasks, .data = o->data, .devices = {{o->devices[0], o->devices[1]}}, .wake = wake, .ctx = &s};
    sut_refusal why;
    s.session = sut_session_start(&so, &why);
    int code = 0;
    if (s.session == NULL) {
        snprintf(message, size, "%s", why.text);
        code = 1;
    } else {
        serve(&s);
    }
    sut_session *session = s.session;
    s.session = NULL;
    sut_session_stop(session);
    lws_context_destroy(s.lws);
    sut_shot_free(&s.shot);
    sut_bytes_free(&s.frame);
    return code;
}
