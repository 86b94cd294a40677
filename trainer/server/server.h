// SPDX-License-Identifier: MIT
// server.h -- what the parts of the server share: pages, replies, the session. One thread.
#ifndef SUT_TRAINER_SERVER_H
#define SUT_TRAINER_SERVER_H

#include "trainer/server/session.h"
#include "trainer/server/trainer.h"

#include <libwebsockets.h>

enum {
    SUT_PAGES = 16,
    SUT_PROTOCOL = 1,
    SUT_MESSAGE_MAX = 65536,      // bytes of a text message of a page
    SUT_BACKLOG_MAX = 1 << 20,    // bytes of messages that wait for a page
    SUT_CLIENT_NAME = 65
};

// Close codes of our own.
enum { SUT_CLOSE_AGAIN = 4000, SUT_CLOSE_OLD = 4001, SUT_CLOSE_WRONG = 4002, SUT_CLOSE_MANY = 4003,
       SUT_CLOSE_DEAF = 4004 };

typedef struct sut_text {
    struct sut_text *next;
    size_t size;
    char bytes[]; // LWS_PRE, then the text
} sut_text;

typedef struct sut_page {
    struct lws *wsi; // null: free
    bool greeted;
    bool instructor; // may take control from the page that has it
    bool asks;       // for control
    double asked;    // s of the clock, since when
    char name[SUT_PLAY_NAME]; // of the trainee, "": not given
    bool reserved; // the connection is gone, control is kept for its return
    double left;   // s of the clock, when it went
    char client[SUT_CLIENT_NAME];
    sut_text *first, *last; // messages that wait
    size_t waiting;
    sut_bytes in; // a message that comes in parts
    bool too_large;
    unsigned close; // code to close with after what waits, 0: no
    int wrong;      // messages in a row
    double bucket, bucket_clock; // of the rate limit
    uint32_t scene;  // number of the last scene message
    uint32_t seen;   // frame
    uint32_t seq;    // of its inputs
    uint32_t seq_scene;
    uint64_t events;
    bool contacts;
    double frame_gap, next_frame;
    uint64_t sent, dropped, bytes, status_bytes;
    double last_word; // s of the clock
    double told_off;  // s of the clock, when it was last told that it only watches
} sut_page;

typedef struct sut_server {
    const sut_trainer_options *options;
    struct lws_context *lws;
    sut_session *session;
    int port;
    bool loopback;
    sut_page pages[SUT_PAGES];
    int controller; // index of a page, -1: none
    bool paused;
    sut_shot shot;
    sut_bytes frame;
    double next_status, born;
    char trouble[512]; // of the records, as it was last told; "": none
    char reserved_client[SUT_CLIENT_NAME]; // the page that had control and went away
    double reserved_clock;
} sut_server;

// What an HTTP request is answered with; `body` is taken over.
typedef struct sut_reply {
    unsigned status;
    const char *type;
    char download[64]; // file name, "": shown
    sut_bytes body;
    size_t sent;
} sut_reply;

//---- server_page.c: pages and what is sent to them
sut_page *sut_page_open(sut_server *s, struct lws *wsi); // null: too many
void sut_page_close(sut_server *s, sut_page *p);
void sut_page_say(sut_page *p, json_t *message); // takes over the message
void sut_page_say_text(sut_page *p, const char *text);
void sut_page_end(sut_page *p, unsigned code); // close after what waits
// Something can be written: a message or a frame. -1: close the connection.
int sut_page_write(sut_server *s, sut_page *p);
void sut_page_wish(sut_server *s, sut_page *p); // ask to write if there is something
int sut_page_count(const sut_server *s);
bool sut_page_controls(const sut_server *s, const sut_page *p);
void sut_page_tell_control(sut_server *s);
// Give control to a page; null: to none. All are told.
void sut_page_give_control(sut_server *s, sut_page *p);
// The page that has asked for control first; null: none.
sut_page *sut_page_asking(sut_server *s);
json_t *sut_server_status(sut_server *s, const sut_page *p);

//---- server_message.c: messages of pages
void sut_message_take(sut_server *s, sut_page *p, const char *text, size_t size);

//---- server_api.c: HTTP
typedef struct sut_request {
    const char *path; // decoded, begins with "/"
    bool deletes, from_page;
    const char *trainee, *task; // of the query, null: not given
    int limit, offset;
} sut_request;
void sut_api_answer(sut_server *s, const sut_request *q, sut_reply *out);
void sut_reply_json(sut_reply *r, unsigned status, json_t *json); // takes over the value
void sut_reply_error(sut_reply *r, unsigned status, const char *code, const char *message);

//---- server_files.c: the page's files
void sut_files_answer(const char *folder, const char *path, sut_reply *out);

//---- server_guard.c: which pages are let in
// 0: let in; else the HTTP status. `page` is set when an Origin or a token proves a page of ours.
int sut_guard(sut_server *s, struct lws *wsi, bool needs_token, bool *page);
// May a page that says this be the instructor's? Without a key for instructors: any on this machine, and
// none elsewhere, where every page has the token.
bool sut_guard_instructor(const sut_server *s, const char *key);

#endif
