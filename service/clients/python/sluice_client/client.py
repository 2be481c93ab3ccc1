# SPDX-License-Identifier: MIT
"""The calls of the service's HTTP interface, each a method."""
from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, cast

from .transport import SluiceError, Transport, lines, read, read_json
from .types import (ApprovalDetail, ApprovalList, CheckReport, Envelope, Event, PolicyList, PolicyWords, Receipt, RequestDraft, Run,
                    RunList, Status, Task, ToolDetail, ToolList, VoteResult)

__all__ = ["Client", "SluiceError"]

WAIT_S_MAX = 60  # of one call


class Client:
    """A service and who calls it.

    `address`: http://127.0.0.1:8321, https://NAME or unix:PATH. `token`: as `sluice serve token` prints it; or `token_file`,
    whose text it is. `ca_file`: certificates (PEM) in place of the system's. `timeout`: seconds without an answer.
    One client may be used by several threads: each call has a connection of its own.
    """

    def __init__(self, address: str = "http://127.0.0.1:8321", *, token: str | None = None, token_file: str | None = None,
                 ca_file: str | None = None, timeout: float = 30):
        if token_file is not None:
            with open(token_file, encoding="ascii") as file:
                token = file.read().strip()
        self._transport = Transport(address, token, ca_file, timeout)

    def _json(self, *words: Any, **more: Any) -> Any:
        with self._transport.call(*words, **more) as answer:
            return read_json(answer)

    def submit(self, task: Task, *, wait: int = 0, idempotency_key: str | None = None) -> Run:
        """Asks for a run, and waits so many seconds for its end, 60 at most. Two calls with the same key are one run."""
        headers = {"Prefer": f"wait={min(wait, WAIT_S_MAX)}"} if wait > 0 else {}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        return cast(Run, self._json("POST", ("v1", "runs"), body=task, headers=headers, longer=wait))

    def runs(self, *, state: str | None = None, open: bool | None = None, limit: int | None = None, before: str | None = None) -> RunList:
        """Lists runs, the newest first; `next` of the answer is what `before` takes to go on."""
        return cast(RunList, self._json("GET", ("v1", "runs"), query={"state": state, "open": open, "limit": limit, "before": before}))

    def run(self, run_id: str) -> Run:
        return cast(Run, self._json("GET", ("v1", "runs", run_id)))

    def events(self, run_id: str, *, after: int = 0) -> Iterator[Event]:
        """The steps of a run as they come, from behind step `after`; the last event is the whole run."""
        with self._transport.call("GET", ("v1", "runs", run_id, "events"), query={"after": after},
                                  headers={"Accept": "application/x-ndjson"}, longer=WAIT_S_MAX) as answer:
            yield from lines(answer)

    def wait(self, run_id: str, *, timeout: float = 3600, people: bool = True) -> Run:
        """The run once it is over; TimeoutError after so many seconds. `people`: also while it waits for people to decide."""
        until = time.monotonic() + timeout
        pause = 0.05
        while True:
            run = self.run(run_id)
            if run["over"] or (run["state"] == "awaiting_approval" and not people):
                return run
            if time.monotonic() + pause > until:
                raise TimeoutError(f"{run_id} is {run['state']} after {timeout:g} seconds")
            time.sleep(pause)
            pause = min(pause * 1.5, 2)

    def artifact(self, run_id: str, name: str) -> bytes:
        """Returns the bytes of a file that an answered run produced. A program made them: never open them in a browser or pass them to a shell."""
        with self._transport.call("GET", ("v1", "runs", run_id, "artifacts", name), headers={"Accept": "*/*"}) as answer:
            return read(answer)

    def receipt(self, run_id: str) -> Receipt:
        return cast(Receipt, self._json("GET", ("v1", "runs", run_id, "receipt")))

    def cancel(self, run_id: str, act: Envelope) -> Run:
        """Hands in a signed act of kind `cancel`."""
        return cast(Run, self._json("POST", ("v1", "runs", run_id, "cancel"), body=act))

    def draft_request(self, task: Task) -> RequestDraft:
        """What a signed request for this task says, to be signed with the asker's own key."""
        return cast(RequestDraft, self._json("POST", ("v1", "requests"), body=task))

    def check(self, code: str, *, policy: str | None = None, without_box: bool = False) -> CheckReport:
        """What the policy says to a program. Nothing runs."""
        body: dict[str, Any] = {"code": code, "without_box": without_box}
        if policy is not None:
            body["policy"] = policy
        return cast(CheckReport, self._json("POST", ("v1", "check"), body=body))

    def policies(self) -> PolicyList:
        return cast(PolicyList, self._json("GET", ("v1", "policies")))

    def policy(self, name: str) -> PolicyWords:
        """A policy in words, as a model reads it."""
        return cast(PolicyWords, self._json("GET", ("v1", "policies", name)))

    def tools(self) -> ToolList:
        """The functions that people approved, which tasks may name in `tools`."""
        return cast(ToolList, self._json("GET", ("v1", "tools")))

    def tool(self, name: str) -> ToolDetail:
        """A tool, the newest version or NAME@VERSION."""
        return cast(ToolDetail, self._json("GET", ("v1", "tools", name)))

    def submit_tool(self, task: Task) -> Run:
        """Asks for a run that publishes a tool (`tool`) or ends the use of a version (`retire`)."""
        return cast(Run, self._json("POST", ("v1", "tools"), body=task))

    def approvals(self, *, state: str | None = None, run: str | None = None, person: str | None = None,
                  limit: int | None = None) -> ApprovalList:
        """What waits for people, or is in this state; `person`: what this person may decide."""
        return cast(ApprovalList, self._json("GET", ("v1", "approvals"), query={"state": state, "run": run, "for": person, "limit": limit}))

    def approval(self, approval_id: str) -> ApprovalDetail:
        return cast(ApprovalDetail, self._json("GET", ("v1", "approvals", approval_id)))

    def vote(self, approval_id: str, vote: Envelope) -> VoteResult:
        """Hands in a vote that a person signed (`sluice approvals approve RUN --envelope FILE`)."""
        return cast(VoteResult, self._json("POST", ("v1", "approvals", approval_id, "votes"), body=vote))

    def health(self) -> Status:
        return cast(Status, self._json("GET", ("healthz",)))

    def ready(self) -> Status:
        """Whether the store is there and the sandbox gives its guarantees; else the error has status 503."""
        return cast(Status, self._json("GET", ("readyz",)))
