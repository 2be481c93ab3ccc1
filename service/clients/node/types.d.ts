// SPDX-License-Identifier: MIT
// Made by service/clients/generate.py from service/schemas.json. Do not edit.

export interface ProblemErrorsItem {
	detail: string;
	help?: string;
}

/** What went wrong, as RFC 9457 describes it. */
export interface Problem {
	title: string;
	/** The HTTP status. */
	status: number;
	detail: string;
	/** What to do. */
	help?: string;
	/** The call, as the log and spans name it. */
	trace_id?: string;
	/** All that is wrong, where there is more than one. */
	errors?: Array<ProblemErrorsItem>;
}

export interface EnvelopeSignaturesItem {
	keyid: string;
	sig: string;
}

/** A statement with its signature (DSSE). */
export interface Envelope {
	/** The statement as base64. */
	payload: string;
	payloadType: string;
	signatures: Array<EnvelopeSignaturesItem>;
}

/** A file that the program may read. */
export interface Input {
	/** Its name in the sandbox. */
	name: string;
	/** Its text. */
	text?: string;
	/** Its bytes (RFC 4648). */
	base64?: string;
	/** Columns or members whose values must not stand in the answer. */
	sensitive?: Array<string>;
	/** What the file holds, for the model. */
	about?: string;
	/** What its columns or members mean, by their names. */
	columns?: Record<string, unknown>;
}

/** A tool's version whose use is to end; for /v1/tools and /v1/requests. */
export interface TaskRetire {
	/** NAME@VERSION */
	tool: string;
	reason: string;
}

/** A task as it is sent: the members of a task file (docs/task.md), with bytes in place of paths. */
export interface Task {
	/** The goal in words, for the model and for reviewers. */
	goal?: string;
	/** The program itself; then no model is asked. */
	code?: string;
	/** The name of a policy that the service offers. */
	policy?: string;
	/** One of the policy's profiles. */
	profile?: string;
	/** What the inputs hold: `sensitive` names columns and members whose values must not leave. */
	data?: Record<string, unknown>;
	inputs?: Array<Input>;
	/** What the answer must look like: `schema`, `framing`, `channel`, `invariants`. */
	output?: Record<string, unknown>;
	/** Ceilings below the policy's. */
	limits?: Record<string, unknown>;
	/** What the model may use. */
	budgets?: Record<string, unknown>;
	review?: Record<string, unknown>;
	/** Whether the model explains the answer. */
	explain?: boolean;
	/** Tools that the program may call, by name. */
	tools?: Array<string>;
	/** A tool to publish, with its `source`; for /v1/tools and /v1/requests. */
	tool?: Record<string, unknown>;
	/** A tool's version whose use is to end; for /v1/tools and /v1/requests. */
	retire?: TaskRetire;
	/** As the header Idempotency-Key. */
	idempotency_key?: string;
	/** The envelope of a signed request, or its text. */
	request?: Envelope | string;
}

/** The id of a run. */
export type RunId = string;

/** Where a run is. */
export type State = "received" | "planned" | "generated" | "checked" | "awaiting_approval" | "approved" | "running" | "quarantined" | "ran" | "validated" | "answered" | "refused" | "rejected" | "failed" | "expired" | "cancelled" | "halted" | (string & {});

/** RFC 3339 in UTC, with microseconds. */
export type Moment = string;

/** SHA-256 in lower-case hex. */
export type Digest = string;

/** The model's words about the answer. Nobody checked them but for their numbers. */
export interface Explanation {
	text: string;
	/** How many numbers in it are not the answer's. */
	unfounded_numbers: number;
	caveats: Array<string>;
}

/** A file that a program left. */
export interface Artifact {
	name: string;
	mime: string;
	bytes: number;
	sha256: Digest;
}

/** What the policy says to one place of a program. */
export interface Finding {
	rule: string;
	decision: "deny" | "escalate" | "warn" | "allow" | (string & {});
	severity: string;
	message: string;
	remedy: string;
	/** From 1. */
	line: number;
	/** From 1, in code points. */
	column: number;
	end_line: number;
	end_column: number;
	snippet: string;
	/** It looks like an attempt to hide. */
	evasion?: boolean;
	fingerprint?: string;
}

/** What the policy asks for beside the verdict. */
export type Obligation = Record<string, unknown>;

/** What a run used. */
export interface Usage {
	wall_ms: number;
	model_requests: number;
	model_retries: number;
	model_ms: number;
	prompt_tokens: number;
	completion_tokens: number;
	/** Of the prompts, where the provider tells. */
	cached_tokens?: number;
	/** Of the replies, where the provider tells. */
	reasoning_tokens?: number;
	/** Told by nobody: of requests that were lost, and of providers that count nothing. */
	estimated_tokens?: number;
	/** Millionths of the currency of the model's prices. */
	cost_micros: number;
}

/** Paths of this service. */
export interface RunLinks {
	self: string;
	events: string;
	receipt: string;
	cancel: string;
}

/** Of a cell, as run_cell answers it. */
export interface RunSession {
	session_id: string;
	/** Of this cell: lines are counted from the session's first cell. */
	first_line: number;
	/** Why the session takes no cells any more; empty while it does. */
	over: string;
}

/** A run. `answer`, `value`, `explanation` and `artifacts` are there once it is answered; findings, obligations, usage and the inputs that it opened once it has a record. */
export interface Run {
	run_id: RunId;
	state: State;
	/** It will not change any more. */
	over: boolean;
	/** Who asked for it. */
	requester: string;
	policy: string;
	/** Of the policy: allow, deny, escalate; empty before. */
	verdict: string;
	reason: string;
	/** As `sluice run` would exit. */
	exit_code: number | null;
	created: Moment;
	updated: Moment;
	code_sha256: Digest | null;
	record_sha256: Digest | null;
	receipt_sha256: Digest | null;
	/** The output that fits the task's schema. */
	answer?: unknown;
	/** The program's value, where the output has a channel of its own. */
	value?: unknown;
	explanation?: Explanation | null;
	artifacts?: Array<Artifact>;
	findings?: Array<Finding>;
	obligations?: Array<Obligation>;
	usage?: Usage;
	/** Names of the inputs that the program opened, as the kernel reports them; null: unknown. Absent if it did not run. */
	inputs_opened?: Array<string> | null;
	/** Why the record is not there any more. */
	gone?: string;
	/** Of a cell, as run_cell answers it. */
	session?: RunSession;
	/** Paths of this service. */
	links: RunLinks;
}

/** Runs, the newest first. */
export interface RunList {
	runs: Array<Run>;
	/** What `before` takes to go on; null at the end. */
	next: string | null;
}

/** A step of a run. */
export interface Step {
	type: "step";
	/** From 1, without gaps. */
	seq: number;
	at: Moment;
	from: string;
	to: State;
	actor: string;
	note: string;
}

/** What a running program printed, where its policy lets that be told. Nobody has validated it: it is no answer. */
export interface Output {
	v?: 1;
	seq?: number;
	ts?: Moment;
	run_id: RunId;
	type: "run.output";
	attempt: number;
	stream: "stdout" | "stderr" | (string & {});
	believed: false;
	/** Whole lines, or pieces of a long one; what a terminal would obey is escaped. */
	text: string;
	/** No more is told: it may hold what must not leave. */
	withheld: boolean;
	/** No more is told: it was too much. */
	cut: boolean;
}

/** The last event: the whole run. */
export interface End {
	type: "end";
	run: Run;
}

/** A line of a run's events. */
export type Event = Step | Output | End;

/** What a signed request for this task says. */
export interface RequestDraft {
	run_id: RunId;
	payload_type: string;
	/** What is signed, byte for byte. */
	statement: string;
	/** The list of the task's files by digest; the statement has the digest of this text. */
	task: string;
}

/** A program to judge. */
export interface Check {
	code: string;
	policy?: string;
	/** Judge as if no sandbox held it. */
	without_box?: boolean;
}

export interface CheckReportFilesItem {
	verdict: "allow" | "warn" | "escalate" | "deny" | (string & {});
	findings: Array<Finding>;
}

/** What the policy says; `Accept: application/sarif+json` gives SARIF 2.1.0. */
export interface CheckReport {
	files: Array<CheckReportFilesItem>;
}

export interface PolicyListPoliciesItem {
	name: string;
	from: "bundle" | "shipped" | (string & {});
}

/** What tasks may name. */
export interface PolicyList {
	policies: Array<PolicyListPoliciesItem>;
}

export interface ToolListToolsItem {
	name: string;
	version: number;
	doc: string;
	standing: "usable" | "waits" | "no" | (string & {});
	/** Why it can't be used; empty where it can. */
	why: string;
	publisher: string;
	run_id: RunId;
	sha256: Digest;
}

/** The tools of the store that the caller may see. */
export interface ToolList {
	tools: Array<ToolListToolsItem>;
}

/** One version of a tool. */
export interface ToolDetail {
	/** As in the task that publishes it. */
	tool: Record<string, unknown>;
	standing: "usable" | "waits" | "no" | (string & {});
	why: string;
	publisher: string;
	run_id: RunId;
	sha256: Digest;
}

/** A policy as a model reads it. */
export interface PolicyWords {
	name: string;
	revision: number;
	sha256: Digest;
	words: string;
}

/** What waits, or waited, for people. */
export interface Approval {
	approval_id: string;
	run_id: RunId;
	state: string;
	/** execute, release_output, exception, redaction. */
	kind: string;
	requester: string;
	policy: string;
	round: number;
	opened: Moment | null;
	decide_by: Moment | null;
	use_until: Moment | null;
	subject_sha256: string;
	rule_sha256: string;
}

/** Approvals, the newest first. */
export interface ApprovalList {
	approvals: Array<Approval>;
}

/** One approval with what is decided about. */
export interface ApprovalDetail extends Approval {
	rule: Record<string, unknown>;
	subject?: Record<string, unknown>;
	/** The program. */
	code?: string;
	/** The findings as they were stored. */
	findings?: unknown;
}

/** What became of the approval. */
export interface VoteResult {
	approval_id: string;
	state: string;
}

/** A signed receipt; `sluice receipt verify` checks it (docs/receipts.md). */
export type Receipt = Envelope;

/** How the service is. */
export interface Status {
	status: string;
}

/** What a webhook is told (docs/runs.md). Its headers sign it. */
export interface Notice {
	/** A repetition has the same. */
	id: string;
	v: 1;
	kind: "ended" | "quarantined" | "opened" | "reminded" | "escalated" | "decided" | "expired" | (string & {});
	run: RunId;
	policy: string;
	/** Of the run; of the approval, where it is about one. */
	state: string;
	/** Of a run that ended. */
	exit_code?: number;
	approval?: string;
	asked?: string;
	/** Of the subject's digest. */
	words?: string;
	due?: Moment;
	link?: string;
}
