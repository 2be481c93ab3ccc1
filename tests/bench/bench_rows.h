/* SPDX-License-Identifier: MIT */
/*
 * bench_rows.h: rows as the ledger has them, by the engine itself: the yardstick of bench_ledger.
 * The same table with the same indexes and without guards, rows of the same bytes, prepared
 * statements of as many rows, the same settings for what a commit waits for. Ends the program where
 * something fails.
 */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "text.h"

struct rows;

struct rows *rows_open(bool lite, const char *folder, struct str body);
void rows_close(struct rows *r);
/* A schema for the store beside, on a server; rows_close drops it. */
void rows_make_place(struct rows *r, const char *name);
/* The next `count` rows, in one transaction. */
void rows_insert(struct rows *r, long count);
/* All of them, in order, in pages; how many they are. */
long rows_read(struct rows *r);

#endif
