/* SPDX-License-Identifier: MIT */
/* pages.h: what the pages share: their data begins and ends here. Private to this folder. */
#ifndef SERVICE_PAGES_H
#define SERVICE_PAGES_H

#include "question.h"
#include "serving.h"

/* A problem as a page, where a browser asks for one (struct route_table). */
void page_problem(struct request *r, struct answer *out);

/* A page's data: an object that the handler goes on writing, into the request's `page`. */
struct page_data {
	struct json_writer w;
};
/* `place`: which of the places in the head it is. */
bool page_begin(
    struct request *r, struct page_data *p, const char *title, const char *place, struct err *err);
/* Writes the template with the data. */
bool page_end(
    struct request *r, struct page_data *p, const char *name, struct answer *out, struct err *err);
/* Reads the form that was sent; ERR_REFUSED unless it has the session's CSRF token. */
bool page_form(struct request *r, struct form_field **out, struct err *err);
/* A form is to be shown again with its fault, under this status. False where the world failed, not what was typed:
 * then *err is the fault. */
bool page_form_again(struct answer *out, unsigned status, const struct err *fault, struct err *err);

/* The session's person and the browser's key (the form's `key`). ERR_REFUSED if the trust file does not list the key
 * for that person. */
bool page_signer(struct request *r, const struct form_field *form, const struct person **out,
    char keyid[KEYID_BYTES], struct err *err);
/* Those that stand, of this person or (NULL) of all; what can't be read is left out. */
bool request_delegations(
    struct request *r, const char *person, struct delegation **out, size_t *count, struct err *err);
/* Answers with the statement to be signed and the id of the key; true. */
bool page_to_sign(struct request *r, struct answer *out, struct str statement, const char *keyid);
/* "needs": what the rule asks for, each with who could fill it: blind to who has voted. */
void put_needs(
    const struct request *r, struct json_writer *w, const struct stored_approval *a, int64_t now);
/* "risk": a word, and a level of 1 to 3. */
void put_risk(struct json_writer *w, enum severity s);
/* The highest of the findings that people are asked about; low where there are none. */
enum severity findings_severity(const struct json_doc *findings);
/* "people": those of the trust file. */
void put_people(struct request *r, struct json_writer *w, bool but_me);
/* A form whose sending is an act: its kind, target and meaning, as an object of this name. */
void put_act(struct json_writer *w, const char *name, const char *kind, struct str target);

/* "run.awaiting_approval" as it is read: "awaiting approval". */
#define WORDS_BYTES 64
struct str words_of(struct str name, char words[WORDS_BYTES]);
/* "state": its name; "open" while it is under way and no person is asked. */
void put_state(struct json_writer *w, enum run_state s);
/* What a row of the list of runs and a run's own page have. */
bool put_run_head(
    struct request *r, struct json_writer *w, const struct stored_run *run, struct err *err);
/* "requester": by name, else by id. */
bool put_requester(struct request *r, struct json_writer *w, struct str id, struct err *err);
void put_moment(struct json_writer *w, const char *name, int64_t us, int64_t now_us);
/* A node's JSON, indented, as a text of this name. */
bool put_pretty(struct json_writer *w, const char *name, const struct json_doc *d,
    const struct json_node *n, struct err *err);
/* "code": its lines, painted, each with the findings and the remarks at it. */
struct code_notes {
	const struct json_doc *findings;
	const struct json_node *list;    /* or NULL */
	const struct question *question; /* whose comments are shown, or NULL */
	int64_t now_us;
};
void put_code(
    struct arena *a, struct json_writer *w, struct str code, const struct code_notes *notes);
/* "remarks": what was said of the line that ends there, of the whole (0), or all (-1). */
void put_remarks(struct json_writer *w, const struct question *q, int64_t line, int64_t now_us);
/* "changes": lines as diff_lines writes them. */
void put_diff(struct json_writer *w, struct str lines);
/* "uses": what the program uses, as the policy saw it: only where that is the policy in force here still. */
bool put_uses(struct request *r, struct json_writer *w, const struct question *q, struct err *err);
/* "policies": those that may be named, with `chosen` marked. */
bool put_policies(struct request *r, struct json_writer *w, struct str chosen, struct err *err);
/* "services": the keys by which the trust file lets the log, receipts and witnesses be signed. */
void put_services(struct request *r, struct json_writer *w);
/* Asks for the run that a form describes, and leads to it; false: *fault says why there is none. */
bool page_submit_form(
    struct request *r, struct answer *out, const struct form_field *form, struct err *fault);
/* Writes a form's fault, for the page that is shown again. */
void put_fault(struct json_writer *w, const struct err *fault);

#endif
