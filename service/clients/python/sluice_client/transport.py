# SPDX-License-Identifier: MIT
"""Connections to a service: where a token may go, how long an answer may be, what an error is."""
from __future__ import annotations

import contextlib
import contextvars
import http.client
import json
import socket
import ssl
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from typing import Any, cast

from .types import Problem

ANSWER_BYTES_MAX = 512 << 20  # as long as an answer of the service may get
LINE_BYTES_MAX = 64 << 20
LOCAL = ("127.0.0.1", "::1", "localhost")


class SluiceError(Exception):
    """What the service refused, with its problem (RFC 9457); `status` is 0 where no answer came."""

    def __init__(self, problem: Problem, retry_after: int | None = None):
        self.problem = problem
        self.status = problem["status"]
        self.retry_after = retry_after
        """Seconds after which the same call may succeed, where the service says so."""
        help_ = problem.get("help")
        super().__init__(problem["detail"] + (f"; {help_}" if help_ else ""))


def failed(detail: str, help_: str = "", status: int = 0) -> SluiceError:
    problem: Problem = {"title": "The call failed", "status": status, "detail": detail}
    if help_:
        problem["help"] = help_
    return SluiceError(problem)


class Switch:
    """Ends a call from another thread: its connection is closed, so that the service stops waiting for nobody."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._off = False
        self._connection: http.client.HTTPConnection | None = None

    def connected(self, connection: http.client.HTTPConnection) -> None:
        with self._lock:
            self._connection = connection
            if self._off:
                raise failed("the call was cancelled")

    def off(self) -> None:
        with self._lock:
            self._off = True
            if self._connection and self._connection.sock:
                with contextlib.suppress(OSError):
                    self._connection.sock.shutdown(socket.SHUT_RDWR)


SWITCH: contextvars.ContextVar[Switch | None] = contextvars.ContextVar("sluice_switch", default=None)


class UnixConnection(http.client.HTTPConnection):
    """A connection to a service that listens at `unix:PATH`."""

    def __init__(self, path: str, timeout: float):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Transport:
    """Where the service is and who calls it. No proxy of the environment is used, and no redirect is followed."""

    def __init__(self, address: str, token: str | None, ca_file: str | None, timeout: float):
        self._token, self._timeout = token, timeout
        self._unix = address.removeprefix("unix:") if address.startswith("unix:") else None
        parts = urllib.parse.urlsplit("http://localhost" if self._unix is not None else address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.query or parts.path.strip("/"):
            raise ValueError(f"'{address}' is no address of a service: write http://127.0.0.1:8321, https://NAME or unix:PATH")
        if parts.scheme == "http" and parts.hostname not in LOCAL:
            raise ValueError(f"'{address}' would send the token in the clear: use https, or http on this machine")
        self._host, self._port, self._secure = parts.hostname, parts.port, parts.scheme == "https"
        self._tls = ssl.create_default_context(cafile=ca_file) if self._secure else None

    def _connection(self, timeout: float) -> http.client.HTTPConnection:
        if self._unix is not None:
            return UnixConnection(self._unix, timeout)
        if self._secure:
            return http.client.HTTPSConnection(self._host, self._port, timeout=timeout, context=self._tls)
        return http.client.HTTPConnection(self._host, self._port, timeout=timeout)

    @contextlib.contextmanager
    def call(self, method: str, path: tuple[str, ...], *, query: Mapping[str, Any] | None = None, body: Any = None,
             headers: Mapping[str, str] | None = None, longer: float = 0) -> Iterator[http.client.HTTPResponse]:
        """The answer of one call, unread. What is no success is raised; `longer`: seconds that the service may wait besides."""
        if any(part in ("", ".", "..") for part in path):
            raise ValueError(f"{path!r} is no path of the service")
        target = "/" + "/".join(urllib.parse.quote(part, safe="") for part in path)
        wanted = {name: str(value).lower() if isinstance(value, bool) else value for name, value in (query or {}).items() if value is not None}
        heads = {"Accept": "application/json", **(headers or {})}
        if body is not None:
            heads["Content-Type"] = "application/json"
        if self._token is not None:
            heads["Authorization"] = f"Bearer {self._token}"
        connection = self._connection(self._timeout + longer)
        try:
            connection.connect()
            switch = SWITCH.get()
            if switch:
                switch.connected(connection)
            connection.request(method, target + ("?" + urllib.parse.urlencode(wanted) if wanted else ""),
                               None if body is None else json.dumps(body).encode(), heads)
            answer = connection.getresponse()
            if answer.status // 100 != 2:
                raise refused(answer)
            yield answer
        except (OSError, http.client.HTTPException) as error:
            raise failed(f"the service was not reached, or ended the call: {error or type(error).__name__}",
                         "see whether `sluice serve` runs, and listens there") from error
        finally:
            connection.close()


def read(answer: http.client.HTTPResponse) -> bytes:
    text = answer.read(ANSWER_BYTES_MAX + 1)
    if len(text) > ANSWER_BYTES_MAX:
        raise failed("the answer is longer than any of the service's", status=answer.status)
    return text


def read_json(answer: http.client.HTTPResponse) -> Any:
    return parse(read(answer), answer.status)


def parse(text: bytes, status: int) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise failed("the answer is no JSON", "see whether it is Sluice that listens there", status) from error


def lines(answer: http.client.HTTPResponse) -> Iterator[Any]:
    while line := answer.readline(LINE_BYTES_MAX + 1):
        if len(line) > LINE_BYTES_MAX:
            raise failed("a line of the answer is longer than any of the service's", status=answer.status)
        if line.strip():
            yield parse(line, answer.status)


def refused(answer: http.client.HTTPResponse) -> SluiceError:
    after = answer.headers.get("Retry-After", "")
    wait = int(after) if after.isascii() and after.isdigit() else None
    if answer.headers.get_content_type() != "application/problem+json":
        return failed(f"the service answered {answer.status}", "see whether it is Sluice that listens there", answer.status)
    said = parse(read(answer), answer.status)
    if not isinstance(said, dict) or not isinstance(said.get("detail"), str):
        return failed(f"the service answered {answer.status}", "see whether it is Sluice that listens there", answer.status)
    return SluiceError(cast(Problem, {"title": "", **said, "status": answer.status}), wait)
