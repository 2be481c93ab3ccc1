// SPDX-License-Identifier: MIT
// A client of Sluice's service (`sluice serve`). index.d.ts says what each method takes and gives.
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";

const ANSWER_BYTES_MAX = 512 * 2 ** 20; // as long as an answer of the service may get
const LINE_CHARACTERS_MAX = 64 * 2 ** 20;
const WAIT_S_MAX = 60; // of one call
const LOCAL = ["127.0.0.1", "[::1]", "localhost"];
const IS_IT = "see whether it is Sluice that listens there";

// What the service refused, with its problem (RFC 9457); `status` is 0 where no answer came.
export class SluiceError extends Error {
	constructor(problem, retryAfter = null) {
		super(problem.detail + (problem.help ? `; ${problem.help}` : ""));
		this.name = "SluiceError";
		this.problem = problem;
		this.status = problem.status;
		this.retryAfter = retryAfter;
	}
}

const failed = (detail, help, status = 0) =>
	new SluiceError({ title: "The call failed", status, detail, ...(help ? { help } : {}) });

const parse = (text, status) => {
	try {
		return JSON.parse(text);
	} catch {
		throw failed("the answer is no JSON", IS_IT, status);
	}
};

async function read(answer) {
	const parts = [];
	let bytes = 0;
	for await (const part of answer) {
		bytes += part.length;
		if (bytes > ANSWER_BYTES_MAX) throw failed("the answer is longer than any of the service's", "", answer.statusCode);
		parts.push(part);
	}
	return Buffer.concat(parts);
}

async function refused(answer) {
	const after = answer.headers["retry-after"] ?? "";
	const status = answer.statusCode;
	if (!(answer.headers["content-type"] ?? "").startsWith("application/problem+json")) return failed(`the service answered ${status}`, IS_IT, status);
	const said = parse((await read(answer)).toString(), status);
	if (typeof said?.detail !== "string") return failed(`the service answered ${status}`, IS_IT, status);
	return new SluiceError({ title: "", ...said, status }, /^\d{1,9}$/.test(after) ? Number(after) : null);
}

const sleep = (ms, signal) => new Promise((done, fail) => {
	const stop = () => {
		clearTimeout(timer);
		fail(signal.reason);
	};
	const timer = setTimeout(() => {
		signal?.removeEventListener("abort", stop);
		done();
	}, ms);
	signal?.addEventListener("abort", stop, { once: true });
});

export class Client {
	#address;
	#token;
	#ca;
	#timeout;

	constructor(address = "http://127.0.0.1:8321", { token, tokenFile, caFile, timeout = 30 } = {}) {
		const socketPath = address.startsWith("unix:") ? address.slice(5) : null;
		let url;
		try {
			url = new URL(socketPath === null ? address : "http://localhost");
		} catch {
			url = null;
		}
		if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.search || url.pathname !== "/")
			throw new TypeError(`'${address}' is no address of a service: write http://127.0.0.1:8321, https://NAME or unix:PATH`);
		if (url.protocol === "http:" && !LOCAL.includes(url.hostname))
			throw new TypeError(`'${address}' would send the token in the clear: use https, or http on this machine`);
		this.#address = { secure: url.protocol === "https:", ...(socketPath === null ? { host: url.hostname.replace(/[[\]]/g, ""), port: url.port } : { socketPath, host: "localhost" }) };
		this.#token = tokenFile === undefined ? token : readFileSync(tokenFile, "ascii").trim();
		this.#ca = caFile === undefined ? undefined : readFileSync(caFile);
		this.#timeout = timeout;
	}

	// The answer of one call, unread. No proxy of the environment is used, and no redirect is followed.
	#send(method, path, { query = {}, body, headers = {}, longer = 0, signal } = {}) {
		if (path.some((part) => ["", ".", ".."].includes(part))) throw new TypeError(`${path} is no path of the service`);
		const { secure, ...place } = this.#address;
		const wanted = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));
		const text = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
		const heads = { Accept: "application/json", ...headers, ...(text ? { "Content-Type": "application/json", "Content-Length": text.length } : {}) };
		if (this.#token !== undefined) heads.Authorization = `Bearer ${this.#token}`;
		return new Promise((done, fail) => {
			const asked = (secure ? https : http).request({ ...place, method, headers: heads, ca: this.#ca, agent: false, signal, timeout: (this.#timeout + longer) * 1000,
				path: "/" + path.map(encodeURIComponent).join("/") + (`${wanted}` && `?${wanted}`) }, (answer) => {
				if (Math.floor(answer.statusCode / 100) === 2) done(answer);
				else refused(answer).then(fail, fail);
			});
			asked.on("timeout", () => asked.destroy(new Error("it gave no answer in time")));
			asked.on("error", (error) => fail(signal?.aborted ? signal.reason
				: failed(`the service was not reached, or ended the call: ${error.message}`, "see whether `sluice serve` runs, and listens there")));
			asked.end(text);
		});
	}

	async #json(method, path, more) {
		const answer = await this.#send(method, path, more);
		return parse((await read(answer)).toString(), answer.statusCode);
	}

	submit(task, { wait = 0, idempotencyKey, signal } = {}) {
		const headers = wait > 0 ? { Prefer: `wait=${Math.min(wait, WAIT_S_MAX)}` } : {};
		if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
		return this.#json("POST", ["v1", "runs"], { body: task, headers, longer: wait, signal });
	}

	runs({ state, open, limit, before, signal } = {}) {
		return this.#json("GET", ["v1", "runs"], { query: { state, open, limit, before }, signal });
	}

	run(runId, { signal } = {}) {
		return this.#json("GET", ["v1", "runs", runId], { signal });
	}

	async *events(runId, { after = 0, signal } = {}) {
		const answer = await this.#send("GET", ["v1", "runs", runId, "events"],
			{ query: { after }, headers: { Accept: "application/x-ndjson" }, longer: WAIT_S_MAX, signal });
		let rest = "";
		answer.setEncoding("utf8");
		for await (const part of answer) {
			const lines = (rest + part).split("\n");
			rest = lines.pop();
			if (rest.length > LINE_CHARACTERS_MAX) throw failed("a line of the answer is longer than any of the service's", "", 200);
			for (const line of lines) if (line.trim()) yield parse(line, 200);
		}
	}

	async wait(runId, { timeout = 3600, people = true, signal } = {}) {
		const until = Date.now() + timeout * 1000;
		for (let pause = 50; ; pause = Math.min(pause * 1.5, 2000)) {
			const run = await this.run(runId, { signal });
			if (run.over || (run.state === "awaiting_approval" && !people)) return run;
			if (Date.now() + pause > until) throw failed(`${runId} is ${run.state} after ${timeout} seconds`, "wait longer, or look at it later");
			await sleep(pause, signal);
		}
	}

	async artifact(runId, name, { signal } = {}) {
		return read(await this.#send("GET", ["v1", "runs", runId, "artifacts", name], { headers: { Accept: "*/*" }, signal }));
	}

	receipt(runId, { signal } = {}) {
		return this.#json("GET", ["v1", "runs", runId, "receipt"], { signal });
	}

	cancel(runId, act, { signal } = {}) {
		return this.#json("POST", ["v1", "runs", runId, "cancel"], { body: act, signal });
	}

	draftRequest(task, { signal } = {}) {
		return this.#json("POST", ["v1", "requests"], { body: task, signal });
	}

	check(code, { policy, withoutBox = false, signal } = {}) {
		return this.#json("POST", ["v1", "check"], { body: { code, policy, without_box: withoutBox }, signal });
	}

	policies({ signal } = {}) {
		return this.#json("GET", ["v1", "policies"], { signal });
	}

	policy(name, { signal } = {}) {
		return this.#json("GET", ["v1", "policies", name], { signal });
	}

	tools({ signal } = {}) {
		return this.#json("GET", ["v1", "tools"], { signal });
	}

	tool(name, { signal } = {}) {
		return this.#json("GET", ["v1", "tools", name], { signal });
	}

	submitTool(task, { signal } = {}) {
		return this.#json("POST", ["v1", "tools"], { body: task, signal });
	}

	approvals({ state, run, person, limit, signal } = {}) {
		return this.#json("GET", ["v1", "approvals"], { query: { state, run, for: person, limit }, signal });
	}

	approval(approvalId, { signal } = {}) {
		return this.#json("GET", ["v1", "approvals", approvalId], { signal });
	}

	vote(approvalId, vote, { signal } = {}) {
		return this.#json("POST", ["v1", "approvals", approvalId, "votes"], { body: vote, signal });
	}

	health({ signal } = {}) {
		return this.#json("GET", ["healthz"], { signal });
	}

	ready({ signal } = {}) {
		return this.#json("GET", ["readyz"], { signal });
	}
}
