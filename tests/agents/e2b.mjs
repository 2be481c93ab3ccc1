// SPDX-License-Identifier: MIT
// The real SDK of E2B, unchanged: it speaks to localhost:49999, and the token goes where it sends its own.
import { Sandbox } from "@e2b/code-interpreter";

const sandbox = await Sandbox.create({ debug: true });
sandbox.envdAccessToken = sandbox.trafficAccessToken = process.env.SLUICE_TOKEN;
const heard = [];
const run = async (code, more) => {
	const e = await sandbox.runCode(code, { onStdout: (m) => heard.push(m.line), ...more });
	return { stdout: e.logs.stdout, error: e.error?.name ?? null, value: e.error?.value ?? null, traceback: e.error?.traceback ?? null, results: e.results.map((r) => r.formats()), text: e.text ?? null };
};
const failed = (f) => f().then(() => null, (e) => e.name);
const said = {
	printed: await run("print('hello')"),
	refused: await run("import os\nos.system('id')"),
	waits: await run("import sqlite3\nprint(sqlite3.connect('a.db'))"),
	raised: await run("print(1 / 0)"),
	chart: await run("import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('chart.png')\nprint('drawn')"),
	language: await failed(() => sandbox.runCode("1", { language: "r" })),
	envs: await failed(() => sandbox.runCode("print(1)", { envs: { A: "b" } })),
	heard,
};
// A second turn on the same state, and what becomes of it.
const context = await sandbox.createCodeContext(), ids = async () => (await sandbox.listCodeContexts()).map((c) => c.id);
said.turns = [
	await run("rows = [3, 4]\nprint(len(rows))", { context }),
	await run("sum(rows)", { context }),
	await run("rows = 0\nimport socket", { context }),
	await run("rows[9]", { context }),
	await run("import sqlite3\nprint(sqlite3.connect('a.db'))", { context }),
	await run("print(rows)", { context }),
	await run("print(rows)"),
];
said.listed = (await ids()).includes(context.id);
await sandbox.restartCodeContext(context);
said.restarted = await run("print(rows)", { context });
await sandbox.removeCodeContext(context);
said.gone = !(await ids()).includes(context.id);
said.over = await run("print(1)", { context });
said.unknown = await failed(() => sandbox.runCode("1", { context: { ...context, id: "ses_no" } }));
said.folder = await failed(() => sandbox.createCodeContext({ cwd: "/home" }));
sandbox.envdAccessToken = sandbox.trafficAccessToken = "wrong";
said.strangers = await failed(() => sandbox.createCodeContext());
said.stranger = await failed(() => sandbox.runCode("print(1)"));
console.log(JSON.stringify(said));
process.exit(0); // the SDK's timers of a minute would hold it
