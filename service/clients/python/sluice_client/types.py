# SPDX-License-Identifier: MIT
"""Made by service/clients/generate.py from service/schemas.json. Do not edit."""
from typing import Any, Literal, NotRequired, TypedDict


class ProblemErrorsItem(TypedDict):
    detail: str
    help: NotRequired[str]


class Problem(TypedDict):
    """What went wrong, as RFC 9457 describes it."""
    title: str
    status: int
    """The HTTP status."""
    detail: str
    help: NotRequired[str]
    """What to do."""
    trace_id: NotRequired[str]
    """The call, as the log and spans name it."""
    errors: NotRequired[list[ProblemErrorsItem]]
    """All that is wrong, where there is more than one."""


class EnvelopeSignaturesItem(TypedDict):
    keyid: str
    sig: str


class Envelope(TypedDict):
    """A statement with its signature (DSSE)."""
    payload: str
    """The statement as base64."""
    payloadType: str
    signatures: list[EnvelopeSignaturesItem]


class Input(TypedDict):
    """A file that the program may read."""
    name: str
    """Its name in the sandbox."""
    text: NotRequired[str]
    """Its text."""
    base64: NotRequired[str]
    """Its bytes (RFC 4648)."""
    sensitive: NotRequired[list[str]]
    """Columns or members whose values must not stand in the answer."""
    about: NotRequired[str]
    """What the file holds, for the model."""
    columns: NotRequired[dict[str, Any]]
    """What its columns or members mean, by their names."""


class TaskRetire(TypedDict):
    """A tool's version whose use is to end; for /v1/tools and /v1/requests."""
    tool: str
    """NAME@VERSION"""
    reason: str


class Task(TypedDict):
    """A task as it is sent: the members of a task file (docs/task.md), with bytes in place of paths."""
    goal: NotRequired[str]
    """The goal in words, for the model and for reviewers."""
    code: NotRequired[str]
    """The program itself; then no model is asked."""
    policy: NotRequired[str]
    """The name of a policy that the service offers."""
    profile: NotRequired[str]
    """One of the policy's profiles."""
    data: NotRequired[dict[str, Any]]
    """What the inputs hold: `sensitive` names columns and members whose values must not leave."""
    inputs: NotRequired[list[Input]]
    output: NotRequired[dict[str, Any]]
    """What the answer must look like: `schema`, `framing`, `channel`, `invariants`."""
    limits: NotRequired[dict[str, Any]]
    """Ceilings below the policy's."""
    budgets: NotRequired[dict[str, Any]]
    """What the model may use."""
    review: NotRequired[dict[str, Any]]
    explain: NotRequired[bool]
    """Whether the model explains the answer."""
    tools: NotRequired[list[str]]
    """Tools that the program may call, by name."""
    tool: NotRequired[dict[str, Any]]
    """A tool to publish, with its `source`; for /v1/tools and /v1/requests."""
    retire: NotRequired[TaskRetire]
    """A tool's version whose use is to end; for /v1/tools and /v1/requests."""
    idempotency_key: NotRequired[str]
    """As the header Idempotency-Key."""
    request: NotRequired[Envelope | str]
    """The envelope of a signed request, or its text."""


RunId = str
"""The id of a run."""


State = Literal["received", "planned", "generated", "checked", "awaiting_approval", "approved", "running", "quarantined", "ran", "validated", "answered", "refused", "rejected", "failed", "expired", "cancelled", "halted"] | str
"""Where a run is."""


Moment = str
"""RFC 3339 in UTC, with microseconds."""


Digest = str
"""SHA-256 in lower-case hex."""


class Explanation(TypedDict):
    """The model's words about the answer. Nobody checked them but for their numbers."""
    text: str
    unfounded_numbers: int
    """How many numbers in it are not the answer's."""
    caveats: list[str]


class Artifact(TypedDict):
    """A file that a program left."""
    name: str
    mime: str
    bytes: int
    sha256: Digest


class Finding(TypedDict):
    """What the policy says to one place of a program."""
    rule: str
    decision: Literal["deny", "escalate", "warn", "allow"] | str
    severity: str
    message: str
    remedy: str
    line: int
    """From 1."""
    column: int
    """From 1, in code points."""
    end_line: int
    end_column: int
    snippet: str
    evasion: NotRequired[bool]
    """It looks like an attempt to hide."""
    fingerprint: NotRequired[str]


Obligation = dict[str, Any]
"""What the policy asks for beside the verdict."""


class Usage(TypedDict):
    """What a run used."""
    wall_ms: int
    model_requests: int
    model_retries: int
    model_ms: int
    prompt_tokens: int
    completion_tokens: int
    cached_tokens: NotRequired[int]
    """Of the prompts, where the provider tells."""
    reasoning_tokens: NotRequired[int]
    """Of the replies, where the provider tells."""
    estimated_tokens: NotRequired[int]
    """Told by nobody: of requests that were lost, and of providers that count nothing."""
    cost_micros: int
    """Millionths of the currency of the model's prices."""


class RunLinks(TypedDict):
    """Paths of this service."""
    self: str
    events: str
    receipt: str
    cancel: str


class RunSession(TypedDict):
    """Of a cell, as run_cell answers it."""
    session_id: str
    first_line: int
    """Of this cell: lines are counted from the session's first cell."""
    over: str
    """Why the session takes no cells any more; empty while it does."""


class Run(TypedDict):
    """A run. `answer`, `value`, `explanation` and `artifacts` are there once it is answered; findings, obligations, usage and the inputs that it opened once it has a record."""
    run_id: RunId
    state: State
    over: bool
    """It will not change any more."""
    requester: str
    """Who asked for it."""
    policy: str
    verdict: str
    """Of the policy: allow, deny, escalate; empty before."""
    reason: str
    exit_code: int | None
    """As `sluice run` would exit."""
    created: Moment
    updated: Moment
    code_sha256: Digest | None
    record_sha256: Digest | None
    receipt_sha256: Digest | None
    answer: NotRequired[Any]
    """The output that fits the task's schema."""
    value: NotRequired[Any]
    """The program's value, where the output has a channel of its own."""
    explanation: NotRequired[Explanation | None]
    artifacts: NotRequired[list[Artifact]]
    findings: NotRequired[list[Finding]]
    obligations: NotRequired[list[Obligation]]
    usage: NotRequired[Usage]
    inputs_opened: NotRequired[list[str] | None]
    """Names of the inputs that the program opened, as the kernel reports them; null: unknown. Absent if it did not run."""
    gone: NotRequired[str]
    """Why the record is not there any more."""
    session: NotRequired[RunSession]
    """Of a cell, as run_cell answers it."""
    links: RunLinks
    """Paths of this service."""


class RunList(TypedDict):
    """Runs, the newest first."""
    runs: list[Run]
    next: str | None
    """What `before` takes to go on; null at the end."""


Step = TypedDict("Step", {
    "type": Literal["step"],
    "seq": int,
    "at": Moment,
    "from": str,
    "to": State,
    "actor": str,
    "note": str,
})
"""A step of a run."""


class Output(TypedDict):
    """What a running program printed, where its policy lets that be told. Nobody has validated it: it is no answer."""
    v: NotRequired[Literal[1]]
    seq: NotRequired[int]
    ts: NotRequired[Moment]
    run_id: RunId
    type: Literal["run.output"]
    attempt: int
    stream: Literal["stdout", "stderr"] | str
    believed: Literal[False]
    text: str
    """Whole lines, or pieces of a long one; what a terminal would obey is escaped."""
    withheld: bool
    """No more is told: it may hold what must not leave."""
    cut: bool
    """No more is told: it was too much."""


class End(TypedDict):
    """The last event: the whole run."""
    type: Literal["end"]
    run: Run


Event = Step | Output | End
"""A line of a run's events."""


class RequestDraft(TypedDict):
    """What a signed request for this task says."""
    run_id: RunId
    payload_type: str
    statement: str
    """What is signed, byte for byte."""
    task: str
    """The list of the task's files by digest; the statement has the digest of this text."""


class Check(TypedDict):
    """A program to judge."""
    code: str
    policy: NotRequired[str]
    without_box: NotRequired[bool]
    """Judge as if no sandbox held it."""


class CheckReportFilesItem(TypedDict):
    verdict: Literal["allow", "warn", "escalate", "deny"] | str
    findings: list[Finding]


class CheckReport(TypedDict):
    """What the policy says; `Accept: application/sarif+json` gives SARIF 2.1.0."""
    files: list[CheckReportFilesItem]


PolicyListPoliciesItem = TypedDict("PolicyListPoliciesItem", {
    "name": str,
    "from": Literal["bundle", "shipped"] | str,
})


class PolicyList(TypedDict):
    """What tasks may name."""
    policies: list[PolicyListPoliciesItem]


class ToolListToolsItem(TypedDict):
    name: str
    version: int
    doc: str
    standing: Literal["usable", "waits", "no"] | str
    why: str
    """Why it can't be used; empty where it can."""
    publisher: str
    run_id: RunId
    sha256: Digest


class ToolList(TypedDict):
    """The tools of the store that the caller may see."""
    tools: list[ToolListToolsItem]


class ToolDetail(TypedDict):
    """One version of a tool."""
    tool: dict[str, Any]
    """As in the task that publishes it."""
    standing: Literal["usable", "waits", "no"] | str
    why: str
    publisher: str
    run_id: RunId
    sha256: Digest


class PolicyWords(TypedDict):
    """A policy as a model reads it."""
    name: str
    revision: int
    sha256: Digest
    words: str


class Approval(TypedDict):
    """What waits, or waited, for people."""
    approval_id: str
    run_id: RunId
    state: str
    kind: str
    """execute, release_output, exception, redaction."""
    requester: str
    policy: str
    round: int
    opened: Moment | None
    decide_by: Moment | None
    use_until: Moment | None
    subject_sha256: str
    rule_sha256: str


class ApprovalList(TypedDict):
    """Approvals, the newest first."""
    approvals: list[Approval]


class ApprovalDetail(Approval):
    """One approval with what is decided about."""
    rule: dict[str, Any]
    subject: NotRequired[dict[str, Any]]
    code: NotRequired[str]
    """The program."""
    findings: NotRequired[Any]
    """The findings as they were stored."""


class VoteResult(TypedDict):
    """What became of the approval."""
    approval_id: str
    state: str


Receipt = Envelope
"""A signed receipt; `sluice receipt verify` checks it (docs/receipts.md)."""


class Status(TypedDict):
    """How the service is."""
    status: str


class Notice(TypedDict):
    """What a webhook is told (docs/runs.md). Its headers sign it."""
    id: str
    """A repetition has the same."""
    v: Literal[1]
    kind: Literal["ended", "quarantined", "opened", "reminded", "escalated", "decided", "expired"] | str
    run: RunId
    policy: str
    state: str
    """Of the run; of the approval, where it is about one."""
    exit_code: NotRequired[int]
    """Of a run that ended."""
    approval: NotRequired[str]
    asked: NotRequired[str]
    words: NotRequired[str]
    """Of the subject's digest."""
    due: NotRequired[Moment]
    link: NotRequired[str]
