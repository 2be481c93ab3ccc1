// SPDX-License-Identifier: MIT
// The real SDK of E2B, unchanged: it speaks to localhost:49999, and the token goes where it sends its own.
import { Sandbox } from "@e2b/code-interpreter";

const sandbox = await Sandbox.create({ debug: true });
sandbox.envdAccessToken = process.env.SLUICE_TOKEN;
const heard = [];
const run = async (code, more) => {
	const e = await sandbox.runCode(code, { onStdout: (m) => heard.push(m.line), ...more });
	return { stdout: e.logs.stdout, error: e.error?.name ?? null, value: e.error?.value ?? null, traceback: e.error?.traceback ?? null, results: e.results.map((r) => r.formats()) };
};
const failed = (f) => f().then(() => null, (e) => e.name);
const said = {
	printed: await run("print('hello')"),
	refused: await run("import os\nos.system('id')"),
	waits: await run("import sqlite3\nprint(sqlite3.connect('a.db'))"),
	raised: await run("print(1 / 0)"),
	chart: await run("import matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.savefig('chart.png')\nprint('drawn')"),
	context: await failed(() => sandbox.createCodeContext()),
	language: await failed(() => sandbox.runCode("1", { language: "r" })),
	envs: await failed(() => sandbox.runCode("print(1)", { envs: { A: "b" } })),
	heard,
};
sandbox.envdAccessToken = "wrong";
said.stranger = await failed(() => sandbox.runCode("print(1)"));
console.log(JSON.stringify(said));
