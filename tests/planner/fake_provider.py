# SPDX-License-Identifier: MIT
"""A chat-completions server on 127.0.0.1 that plays a list of behaviours, one a request, and keeps what it was sent."""
import http.server
import json
import threading
import time

PLAN = {
    "understanding": "count", "steps": ["read", "count"], "imports": ["json"], "inputs_used": [],
    "output_shape": "an object", "risks": [], "feasible": True, "why_not": None,
}


def completion(content, finish="stop", refusal=None):
    """The JSON of a completion with one choice."""
    return {
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "test-model-2026",
        "choices": [{"index": 0, "finish_reason": finish,
                     "message": {"role": "assistant", "content": content, "refusal": refusal}}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }


class Reply:
    """One behaviour: a status, headers and a body, and the ways to spoil them."""

    def __init__(self, status=200, body=b"", headers=(), declared=None, pause=0.0, gate=None):
        self.status = status
        self.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.headers = headers
        self.declared = declared  # a Content-Length other than the body's
        self.pause = pause        # seconds between the body's halves
        self.gate = gate          # an event that is awaited there
        self.reached = threading.Event()


def good(plan=None):
    return Reply(body=completion(json.dumps(plan or PLAN)))


def message(content, stop="end_turn"):
    """The JSON of an Anthropic message."""
    return {
        "id": "msg_1", "type": "message", "role": "assistant", "model": "test-model-2026",
        "content": [{"type": "text", "text": content}], "stop_reason": stop, "stop_sequence": None,
        "usage": {"input_tokens": 90, "cache_read_input_tokens": 10, "cache_creation_input_tokens": 0,
                  "output_tokens": 20},
    }


def events(*items):
    """Server-sent events: a string stands for its data, a pair for name and data."""
    out = []
    for item in items:
        name, body = item if isinstance(item, tuple) else (None, item)
        body = body if isinstance(body, str) else json.dumps(body)
        out.append((f"event: {name}\n" if name else "") + f"data: {body}\n\n")
    return Reply(body="".join(out).encode(), headers=[("Content-Type", "text/event-stream")])


def chunk(content=None, finish=None, **more):
    """One piece of a streamed completion."""
    delta = {} if content is None else {"content": content}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "test-model-2026",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}], **more}


USAGE = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "test-model-2026", "choices": [],
         "usage": {"prompt_tokens": 100, "completion_tokens": 20,
                   "prompt_tokens_details": {"cached_tokens": 64},
                   "completion_tokens_details": {"reasoning_tokens": 8}}}


def error(status, message="no", headers=(), code=None):
    return Reply(status, {"error": {"message": message, "type": "t", "param": None, "code": code}}, headers)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append({"path": self.path, "headers": dict(self.headers), "body": body})
        reply = self.server.replies.pop(0) if self.server.replies else error(500, "no reply is left")
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        length = reply.declared if reply.declared is not None else len(reply.body)
        self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            half = len(reply.body) // 2
            self.wfile.write(reply.body[:half])
            self.wfile.flush()
            if reply.pause:
                time.sleep(reply.pause)
            reply.reached.set()
            if reply.gate:
                reply.gate.wait(30)
            self.wfile.write(reply.body[half:])
        except OSError:
            pass
        self.close_connection = True

    def do_GET(self):
        self.server.seen.append({"path": self.path, "headers": dict(self.headers), "body": b"GET"})
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Provider:
    """A server in a thread. `replies` are played in turn; `seen` are the requests."""

    def __init__(self, tls=None):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.block_on_close = False
        self.server.replies, self.server.seen = [], []
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def play(self, *replies):
        self.server.replies[:] = replies
        self.server.seen.clear()

    @property
    def seen(self):
        return self.server.seen
