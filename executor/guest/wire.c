/* SPDX-License-Identifier: MIT */
#include "wire.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

union ancillary {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(sizeof(int) * WIRE_FDS_MAX)];
};

bool
wire_send(int socket, struct wire *message, const int *fds, int fd_count)
{
	union ancillary ancillary;
	struct iovec part = {message, sizeof(*message)};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	ssize_t n;

	message->version = WIRE_VERSION;
	if (fd_count > 0) {
		memset(&ancillary, 0, sizeof(ancillary));
		header.msg_control = &ancillary;
		header.msg_controllen = CMSG_SPACE(sizeof(int) * (size_t)fd_count);
		ancillary.header.cmsg_level = SOL_SOCKET;
		ancillary.header.cmsg_type = SCM_RIGHTS;
		ancillary.header.cmsg_len = CMSG_LEN(sizeof(int) * (size_t)fd_count);
		memcpy(CMSG_DATA(&ancillary.header), fds, sizeof(int) * (size_t)fd_count);
	}
	do
		n = sendmsg(socket, &header, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(*message);
}

bool
wire_receive(int socket, struct wire *message, int fds[WIRE_FDS_MAX])
{
	union ancillary ancillary;
	struct iovec part = {message, sizeof(*message)};
	struct msghdr header = {.msg_iov = &part,
	    .msg_iovlen = 1,
	    .msg_control = &ancillary,
	    .msg_controllen = sizeof(ancillary)};
	ssize_t n;

	for (size_t i = 0; i < WIRE_FDS_MAX; i++)
		fds[i] = -1;
	do
		n = recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)sizeof(*message) || message->version != WIRE_VERSION)
		return false;
	struct cmsghdr *rights = CMSG_FIRSTHDR(&header);
	if (rights && rights->cmsg_type == SCM_RIGHTS &&
	    rights->cmsg_len <= CMSG_LEN(sizeof(int) * WIRE_FDS_MAX))
		memcpy(fds, CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
	return true;
}
