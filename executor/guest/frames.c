/* SPDX-License-Identifier: MIT */
#include "python.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SMALL_BYTES_MAX 2048

static pid_t reporter;

void
frames_open(void)
{
	reporter = getpid();
}

void
python_write(int fd, const char *at, size_t n)
{
	while (n > 0) {
		ssize_t written = write(fd, at, n);
		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return;
		at += written;
		n -= (size_t)written;
	}
}

static void
put(const void *bytes, size_t n)
{
	python_write(GUEST_REPORT, bytes, n);
}

void
frame(enum frame_kind kind, const char *bytes, size_t n)
{
	struct wire_frame head = {kind, 0};
	char whole[SMALL_BYTES_MAX + sizeof(head)];

	/* A child that the program forked says what it broke, and no more. */
	if (getpid() != reporter && kind != FRAME_VIOLATION)
		return;
	if (n > FRAME_BYTES_MAX)
		n = FRAME_BYTES_MAX;
	head.bytes = (uint32_t)n;
	if (n <= SMALL_BYTES_MAX) { /* in one piece, beside what other processes write */
		memcpy(whole, &head, sizeof(head));
		memcpy(whole + sizeof(head), bytes, n);
		put(whole, sizeof(head) + n);
		return;
	}
	put(&head, sizeof(head));
	put(bytes, n);
}

void
frame_display(enum display_kind kind, const char *bytes, size_t n)
{
	struct wire_frame head = {FRAME_DISPLAY, (uint32_t)n + 1};
	char first = (char)kind;

	if (getpid() != reporter)
		return;
	put(&head, sizeof(head));
	put(&first, 1);
	put(bytes, n);
}

void
frame_number(enum frame_kind kind, long number)
{
	char text[24];
	int n = snprintf(text, sizeof(text), "%ld", number);

	frame(kind, text, (size_t)n);
}

void
frame_text(enum frame_kind kind, PyObject *text)
{
	/* Lone surrogates can't be written as UTF-8; they are shown as escapes. */
	PyObject *bytes =
	    text ? PyUnicode_AsEncodedString(text, "utf-8", "backslashreplace") : NULL;

	if (bytes)
		frame(kind, PyBytes_AS_STRING(bytes), (size_t)PyBytes_GET_SIZE(bytes));
	Py_XDECREF(bytes);
	PyErr_Clear();
}

_Noreturn void
setup_fail(const char *what)
{
	PyObject *type = NULL, *value = NULL, *trace = NULL;

	if (Py_IsInitialized() && PyErr_Occurred()) {
		PyErr_Fetch(&type, &value, &trace);
		PyObject *text = PyUnicode_FromFormat("%s: %S", what, value ? value : type);
		frame_text(FRAME_SETUP_FAILED, text);
	} else {
		frame(FRAME_SETUP_FAILED, what, strlen(what));
	}
	frame_number(FRAME_CLAIM, CLAIM_SETUP);
	_exit(1);
}
