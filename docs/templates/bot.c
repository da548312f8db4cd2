/* A bot for Railhead in C: claims the longest route it can pay, else draws. It needs no library: a few lines read JSON where it stands.
 *
 *     cc -O2 -o bot bot.c
 *     railhead arena --bot "mine=cmd:./bot" --bot path --deals 20
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_ROUTES 512
#define LONGEST_NAME 128

static struct { char id[LONGEST_NAME]; int length; } routes[MOST_ROUTES];
static int route_count;

/* ---- reading JSON: each function is given the place where a value begins, and returns the place behind it */

static const char *blanks(const char *at) { return at + strspn(at, " \t\r\n"); }

static const char *skip(const char *at) {
    at = blanks(at);
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            if (*at == '\\' && at[1]) at++;
        return *at ? at + 1 : at;
    }
    if (*at == '{' || *at == '[') {
        char end = *at == '{' ? '}' : ']';
        for (at = blanks(at + 1); *at && *at != end; at = blanks(at + strspn(at, ":,"))) {
            const char *behind = skip(at);
            if (behind == at) break;
            at = blanks(behind);
        }
        return *at ? at + 1 : at;
    }
    return at + strcspn(at, ",]} \t\r\n:");
}

/* The value of a key in the object that begins at `at`, or NULL. */
static const char *value(const char *at, const char *key) {
    size_t size = strlen(key);
    for (at = blanks(at) + 1; *(at = blanks(at + strspn(at, ", "))) == '"';) {
        const char *name = at + 1;
        at = blanks(skip(at)) + 1; /* behind the colon */
        if (!strncmp(name, key, size) && name[size] == '"') return blanks(at);
        at = blanks(skip(at));
    }
    return NULL;
}

/* The first element of the list that begins at `at`; from each element the next one; NULL at the end. */
static const char *first(const char *list) { list = blanks(list + 1); return *list == ']' ? NULL : list; }
static const char *next(const char *at) { at = blanks(skip(at)); return *at == ',' ? blanks(at + 1) : NULL; }

/* A text without its quotation marks; names and moves in the protocol hold nothing that is escaped. */
static void text(const char *at, char *into, size_t room) {
    size_t size = strcspn(at + 1, "\"");
    if (size >= room) size = room - 1;
    memcpy(into, at + 1, size);
    into[size] = 0;
}

/* ---- playing */

static void learn_board(const char *hello) {
    for (const char *at = first(value(value(hello, "board"), "routes")); at && route_count < MOST_ROUTES; at = next(at)) {
        text(value(at, "id"), routes[route_count].id, LONGEST_NAME);
        routes[route_count++].length = atoi(value(at, "length"));
    }
}

static int length_of(const char *move) { /* of the route in `claim ROUTE with …` */
    size_t size = strcspn(move + 6, " ");
    for (int route = 0; route < route_count; route++)
        if (strlen(routes[route].id) == size && !strncmp(routes[route].id, move + 6, size)) return routes[route].length;
    return 0;
}

static void decide(const char *question, char *chosen, size_t room) {
    char move[512];
    int best = -1;
    for (const char *at = first(value(question, "legal")); at; at = next(at)) {
        text(at, move, sizeof move);
        int worth = strncmp(move, "claim ", 6) ? 0 : length_of(move);
        if (worth > best) {
            best = worth;
            snprintf(chosen, room, "%s", move);
        }
    }
}

int main(void) {
    char *line = NULL, kind[32], move[512];
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        text(value(line, "t"), kind, sizeof kind);
        if (!strcmp(kind, "hello")) {
            learn_board(line);
            puts("{\"t\": \"ready\", \"protocol\": 2}");
        } else if (!strcmp(kind, "move")) {
            decide(line, move, sizeof move);
            printf("{\"move\": \"%s\", \"number\": %d}\n", move, atoi(value(line, "number")));
        } else if (!strcmp(kind, "bye")) {
            break;
        }
        fflush(stdout);
    }
    return 0;
}
