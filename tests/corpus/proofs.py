# SPDX-License-Identifier: MIT
"""What counts as having reached something.

Each proof depends on a random token of the box, or on a trace that only the act leaves; none can be
met by printing text that is known beforehand.
"""
import re
import signal


def printed(token):
    return lambda outcome, proof: outcome.tokens[token] in outcome.output


def executed(outcome, _):
    """The canary ran: only it knows its token and the place where it leaves it."""
    file = outcome.root / "drop/canary"
    return file.is_file() and outcome.tokens["canary"] in file.read_text("utf-8", "replace")


def written(outcome, proof):
    """A file stands at `path`, where none was; with `holds`, it contains that token."""
    file = outcome.path(proof["path"])
    if not (file.exists() or file.is_symlink()):
        return False
    return "holds" not in proof or outcome.tokens[proof["holds"]].encode() in file.read_bytes()


def gone(outcome, proof):
    """The file that the box had at `path` is no longer there."""
    return not outcome.path(proof["path"]).exists()


def observed(outcome, proof):
    """The interpreter reported `event`, with matching arguments, caused in the file `by`."""
    for name, args, by in outcome.events:
        if name != proof["event"]:
            continue
        if re.search(proof.get("match", ""), repr(args)) and re.search(proof.get("by", ""), by):
            return True
    return False


def crashed(outcome, _):
    """A signal of broken memory ended the interpreter, which did not come to its own end."""
    ended = any(name == "end" for name, _, _ in outcome.events)
    return outcome.status - 128 in (signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT) and not ended


KINDS = {
    "secret": printed("secret"),
    "env": printed("env"),
    "host": printed("host"),
    "user": printed("user"),
    "next": printed("secret"),
    "canary": executed,
    "file": written,
    "gone": gone,
    "crash": crashed,
    "event": observed,
}


def failures(outcome, wanted):
    """The kinds of those proofs that do not hold."""
    return [proof["kind"] for proof in wanted if not KINDS[proof["kind"]](outcome, proof)]
