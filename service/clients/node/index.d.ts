// SPDX-License-Identifier: MIT
import type {
	ApprovalDetail, ApprovalList, CheckReport, Envelope, Event, PolicyList, PolicyWords, Problem, Receipt, RequestDraft, Run, RunList, Status, Task, ToolDetail, ToolList, VoteResult,
} from "./types.js";

export * from "./types.js";

/** What the service refused, with its problem (RFC 9457). */
export class SluiceError extends Error {
	readonly problem: Problem;
	/** The HTTP status; 0 where no answer came. */
	readonly status: number;
	/** Seconds after which the same call may succeed, where the service says so. */
	readonly retryAfter: number | null;
}

export interface Options {
	/** As `sluice serve token` prints it. */
	token?: string;
	/** A file whose text is the token. */
	tokenFile?: string;
	/** Certificates (PEM) in place of the system's. */
	caFile?: string;
	/** Seconds without an answer. */
	timeout?: number;
}

/** Ends the call: its connection is closed, and the service waits for nobody. */
export interface Call {
	signal?: AbortSignal;
}

/** A service and who calls it. */
export class Client {
	/** @param address http://127.0.0.1:8321, https://NAME or unix:PATH */
	constructor(address?: string, options?: Options);
	/** Asks for a run, and waits so many seconds for its end, 60 at most. Two calls with the same key are one run. */
	submit(task: Task, options?: Call & { wait?: number; idempotencyKey?: string }): Promise<Run>;
	/** Lists runs, the newest first; `next` of the answer is what `before` takes to go on. */
	runs(options?: Call & { state?: string; open?: boolean; limit?: number; before?: string }): Promise<RunList>;
	run(runId: string, options?: Call): Promise<Run>;
	/** The steps of a run as they come, from behind step `after`; the last event is the whole run. */
	events(runId: string, options?: Call & { after?: number }): AsyncGenerator<Event>;
	/** The run once it is over; a SluiceError after `timeout` seconds. `people: false`: also once it waits for people to decide. */
	wait(runId: string, options?: Call & { timeout?: number; people?: boolean }): Promise<Run>;
	/** Returns the bytes of a file that an answered run produced. A program made them: never open them in a browser or pass them to a shell. */
	artifact(runId: string, name: string, options?: Call): Promise<Uint8Array>;
	receipt(runId: string, options?: Call): Promise<Receipt>;
	/** Hands in a signed act of kind `cancel`. */
	cancel(runId: string, act: Envelope, options?: Call): Promise<Run>;
	/** What a signed request for this task says, to be signed with the asker's own key. */
	draftRequest(task: Task, options?: Call): Promise<RequestDraft>;
	/** What the policy says to a program. Nothing runs. */
	check(code: string, options?: Call & { policy?: string; withoutBox?: boolean }): Promise<CheckReport>;
	policies(options?: Call): Promise<PolicyList>;
	/** A policy in words, as a model reads it. */
	policy(name: string, options?: Call): Promise<PolicyWords>;
	/** The functions that people approved, which tasks may name in `tools`. */
	tools(options?: Call): Promise<ToolList>;
	/** A tool, the newest version or NAME@VERSION. */
	tool(name: string, options?: Call): Promise<ToolDetail>;
	/** Asks for a run that publishes a tool (`tool`) or ends the use of a version (`retire`). */
	submitTool(task: Task, options?: Call): Promise<Run>;
	/** What waits for people, or is in this state; `person`: what this person may decide. */
	approvals(options?: Call & { state?: string; run?: string; person?: string; limit?: number }): Promise<ApprovalList>;
	approval(approvalId: string, options?: Call): Promise<ApprovalDetail>;
	/** Hands in a vote that a person signed (`sluice approvals approve RUN --envelope FILE`). */
	vote(approvalId: string, vote: Envelope, options?: Call): Promise<VoteResult>;
	health(options?: Call): Promise<Status>;
	/** Whether the store is there and the sandbox gives its guarantees; else the error has status 503. */
	ready(options?: Call): Promise<Status>;
}
