// SPDX-License-Identifier: MIT
// syntax errors: every kind has its line, its column and a word on what would be right
#include "scene_fixture.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(valid_scene_is_accepted) {
    CHECK_STR(refusal_of(valid_scene), "");
}

TEST(truncated_files) {
    CHECK_STR(refusal_of(""), "1:1: the file is empty; write a scene as { \"sutura\": 1, ... }");
    CHECK_STR(refusal_of("\n \t\r\n"),
              "1:1: the file is empty; write a scene as { \"sutura\": 1, ... }");
    CHECK_STR(refusal_of("{ \"sutura\": 1,\n  \"dt\": "),
              "2:9: the file ends too early; close every brace, bracket and text");
    CHECK_STR(refusal_of("{ \"sutu"),
              "1:3: the file ends too early; close every brace, bracket and text");
    // every proper start of a valid scene is refused as syntax
    for (size_t n = 0; n < strlen(valid_scene); n++) {
        CASE("n %zu", n);
        const char *text = refusal_of_bytes(valid_scene, n);
        int line = 0;
        int column = 0;
        CHECK_EQ_INT(sscanf(text, "%d:%d: ", &line, &column), 2);
    }
}

TEST(comments) {
    CHECK_STR(refusal_of("// scene\n{}"), "1:1: JSON has no comments; remove it");
    CHECK_STR(refusal_of("{ \"sutura\": 1, # one\n}"), "1:16: JSON has no comments; remove it");
    CHECK_STR(refusal_of("{ \"sutura\": 1 /* one */ }"), "1:15: JSON has no comments; remove it");
}

TEST(not_a_number) {
    CHECK_STR(refusal_of("{ \"dt\": NaN }"),
              "1:9: JSON has no NaN and no infinity; write a finite number");
    CHECK_STR(refusal_of("{ \"dt\": Infinity }"),
              "1:9: JSON has no NaN and no infinity; write a finite number");
    CHECK_STR(refusal_of("{\n \"dt\": 1e999 }"),
              "2:8: the number is too large; use numbers up to 1e308");
    CHECK_STR(refusal_of("{ \"dt\": -1e999 }"),
              "1:9: the number is too large; use numbers up to 1e308");
}

TEST(trailing_text) {
    CHECK_STR(refusal_of("{ \"sutura\": 1 }\n x"),
              "2:2: there is text after the end of the scene; remove it");
    CHECK_STR(refusal_of("{}{}"), "1:3: there is text after the end of the scene; remove it");
}

TEST(duplicate_keys) {
    CHECK_STR(refusal_of("{ \"dt\": 1,\n  \"dt\": 2 }"),
              "2:3: the key is already there; give every key once");
}

TEST(encodings) {
    CHECK_STR(refusal_of("\xEF\xBB\xBF{}"),
              "1:1: there is a byte order mark; save the file as UTF-8 without one");
    CHECK_STR(refusal_of("{ \"name\": \"\xff\" }"),
              "1:12: this is not UTF-8; save the file as UTF-8 text");
    CHECK_STR(refusal_of_bytes("{ \"a\0\": 1 }", 11),
              "1:5: there is a NUL byte; a scene is a UTF-8 text file");
    CHECK_STR(refusal_of("{ \"name\": \"\\u0000\" }"),
              "1:11: text must not hold the character \\u0000; remove it");
    // columns count characters, not bytes
    CHECK_STR(refusal_of("{ \"\xc3\xa4\": NaN }"),
              "1:8: JSON has no NaN and no infinity; write a finite number");
}

TEST(common_slips) {
    CHECK_STR(refusal_of("{ \"dt\": 1, }"),
              "1:12: there is a comma before the closing brace; remove it");
    CHECK_STR(refusal_of("{ 'dt': 1 }"),
              "1:3: text and keys stand in double quotes; write \" instead of '");
    CHECK_STR(refusal_of("{ dt: 1 }"), "1:3: a key is expected here; write it in double quotes, as "
                                       "in { \"dt\": 0.001 }");
    CHECK_STR(refusal_of("{ \"dt\" 1 }"),
              "1:8: a colon is missing after the key; write \"key\": value");
    CHECK_STR(refusal_of("{ \"a\": [1 2] }"),
              "1:11: a comma or the closing bracket is missing before this; add it");
    CHECK_STR(refusal_of("{ \"a\": \"x\ny\" }"),
              "1:8: the text is not closed on its line; add the second double quote");
    CHECK_STR(refusal_of("{ \"a\": 0x10 }"),
              "1:9: a comma or the closing bracket is missing before this; add it");
    CHECK_STR(refusal_of("hello"), "1:1: this is no JSON; write a scene as { \"sutura\": 1, ... }");
}

TEST(deep_nesting) {
    char text[4000];
    memset(text, '[', sizeof text);
    CHECK_STR(refusal_of_bytes(text, sizeof text),
              "1:2049: brackets are nested too deeply; a scene needs fewer than 20 levels");
}

TEST(files_that_cannot_be_read) {
    sut_scene_error e;
    CHECK(sut_scene_read_file("/nowhere/s.json", NULL, &e) == NULL);
    CHECK_STR(e.text,
              "/nowhere/s.json: cannot be read: No such file or directory; give the path of "
              "a scene file");
    CHECK(sut_scene_read_file("/", NULL, &e) == NULL);
    CHECK_STR(e.text, "/: cannot be read: it is a folder; give the path of a scene file");
    // without an end, and nothing at all: neither is waited for
    CHECK(sut_scene_read_file("/dev/zero", NULL, &e) == NULL);
    CHECK_STR(e.text,
              "/dev/zero: cannot be read: it is a pipe or a device; give the path of a scene file");
}

TEST(scenes_have_a_largest_size) {
    size_t size = SUT_SCENE_SIZE_MAX + 1;
    char *text = malloc(size);
    REQUIRE(text != NULL);
    memset(text, ' ', size);
    memcpy(text, valid_scene, strlen(valid_scene));
    sut_scene_error e;
    sut_scene *fits = sut_scene_read_text(text, size - 1, "s", NULL, &e);
    CHECK(fits != NULL);
    sut_scene_free(fits);
    CHECK(sut_scene_read_text(text, size, "s", NULL, &e) == NULL);
    CHECK(strstr(e.text, "s: is larger than 16 MiB") == e.text && strstr(e.text, "; ") != NULL);
    free(text);
}

TEST(messages_stay_on_one_line) {
    char name[600];
    memset(name, 'a', sizeof name);
    name[10] = '\n';
    name[590] = '\x1b';
    name[sizeof name - 1] = '\0';
    sut_scene_error e;
    CHECK(sut_scene_read_text("{", 1, name, NULL, &e) == NULL);
    CHECK(strchr(e.text, '\n') == NULL && strchr(e.text, '\x1b') == NULL);
    CHECK(strstr(e.text, "\\x1B") != NULL && strstr(e.text, ":1:2: the file ends") != NULL);
}

TEST(foreign_text_is_cut_and_escaped) {
    char value[500] = "\"\\u001b[31m";
    memset(value + strlen(value), 'x', 400);
    strcat(value, "\"");
    const char *text = refusal_with("threads[0].model", value);
    CHECK(strstr(text, "\\x1B[31mxxx") != NULL && strstr(text, "...") != NULL);
    CHECK(strchr(text, '\x1b') == NULL && strlen(text) < 250);
}
