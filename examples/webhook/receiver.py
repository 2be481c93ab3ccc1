# SPDX-License-Identifier: MIT
"""Receives Sluice's notices: receiver.py PORT SECRET_FILE

A notice counts where its signature is right, it is young, and it did not come before. Prints one
line for each that counts. For a real server, keep the ids that were seen in a database, for longer
than AGE_MAX_S.
"""
import hashlib
import hmac
import http.server
import json
import sys
import time

AGE_MAX_S = 300
BODY_MAX = 1 << 16


class Refused(Exception):
    """Nothing that Sluice signed just now."""


def verify(secret, headers, body, now=None):
    """The notice in `body` (bytes), or Refused. `headers` are looked up by lower-case names."""
    stamp = headers.get("sluice-timestamp") or ""
    signed = hmac.new(secret, stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest("v1=" + signed, headers.get("sluice-signature") or ""):
        raise Refused("the signature is wrong")
    if not stamp.isdigit() or abs((now or time.time()) - int(stamp)) > AGE_MAX_S:
        raise Refused("the time stamp is too old, or from the future")
    return json.loads(body)


class Receiver(http.server.BaseHTTPRequestHandler):
    secret = b""
    seen = set()

    def do_POST(self):
        size = int(self.headers.get("content-length") or 0)
        body = self.rfile.read(min(size, BODY_MAX))
        try:
            notice = verify(self.secret, self.headers, body)
        except Refused as why:
            self.answer(400, str(why))
            return
        # The id stands in the signed body: the header alone could be anybody's.
        if notice["id"] not in self.seen:
            self.take(notice)
            self.seen.add(notice["id"])
        self.answer(204)

    def take(self, notice):
        print(json.dumps(notice), flush=True)

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


def main():
    port, secret_file = sys.argv[1:]
    with open(secret_file, "rb") as file:
        Receiver.secret = file.read().strip()
    http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Receiver).serve_forever()


if __name__ == "__main__":
    main()
