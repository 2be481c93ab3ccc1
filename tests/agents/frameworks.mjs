// SPDX-License-Identifier: MIT
// Two frameworks for agents with a mock model: the OpenAI Agents SDK and LangGraph call Sluice by `sluice mcp` (a program) or
// /mcp (an address and a token). The model writes a program; it mends one that is refused; it waits while a person decides; and it
// goes on, in a second turn of the conversation, with what a session has kept of the first.
import { LLMock } from "@copilotkit/aimock";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { createReactAgent } from "@langchain/langgraph/prebuilt";
import { ChatOpenAI } from "@langchain/openai";
import { Agent, MCPServerStdio, MCPServerStreamableHttp, OpenAIProvider, Runner, setTracingDisabled } from "@openai/agents";

const [where, token] = process.argv.slice(2);
const http = where.startsWith("http"), headers = { Authorization: `Bearer ${token}` };
const args = ["mcp", "--policy", "data-analysis"];

const ADDS = "import json\nprint(json.dumps(1 + 1))\n";
const WAITS = 'import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect("a.db").execute("select 1").fetchall()))\n';
const GOALS = { add: { code: ADDS }, mend: { code: "import os\nos.system('id')\n" }, wait: { code: WAITS, inputs: [{ name: "a.db", text: "" }] } };

const text = (content) => typeof content === "string" ? content : content.map((part) => part.text ?? "").join("");
const call = (name, args) => ({ toolCalls: [{ name, arguments: JSON.stringify(args) }] });

const FIRST = "keep the rows", SECOND = "now their sum";

// Two turns: the first opens a session and fills it, the second finds the session's id in what was said.
function turn(goal, told, all) {
	const session = all.match(/ses_[0-9a-z]{20,}/i)?.[0];
	if (goal === SECOND && !told)
		return call("run_cell", { session_id: session, code: "sum(rows)" });
	if (goal === SECOND)
		return { content: `the sum is ${told.match(/"value":\s*\\?"(\d+)/)?.[1]}` };
	if (!told)
		return call("open_session", {});
	if (!/"state"/.test(told))
		return call("run_cell", { session_id: session, code: "rows = [20, 1]\nprint(len(rows))" });
	return { content: `${told.match(/"answer":\s*\\?"(\d+)/)?.[1]} rows are in ${session}` };
}

// What a model would do: it reads what the tool said last, and knows nothing else.
function answer({ messages }) {
	const asked = messages.findLastIndex((m) => m.role === "user"), goal = text(messages[asked].content);
	const told = messages.slice(asked).filter((m) => m.role === "tool").map((m) => text(m.content)).at(-1);
	if (goal === FIRST || goal === SECOND)
		return turn(goal, told, messages.map((m) => text(m.content ?? "")).join("\n"));
	if (!told)
		return call("execute_code", GOALS[goal]);
	const found = told.match(/"state":\s*\\?"(\w+)/)?.[1], run = told.match(/run_[0-9a-z]{20,}/i)?.[0];
	if (found === "refused" && /remedy/.test(told))
		return call("execute_code", { code: ADDS });
	if (found === "answered")
		return { content: `answered: ${told.match(/"answer":\s*(\[\[1\]\]|2)/)?.[1]}` };
	return found ? call("get_run", { run_id: run, wait_s: 10 }) : { content: `not understood: ${told}` };
}

const model = new LLMock({ port: 0 });
model.on({ predicate: () => true }, answer);
const baseURL = `${await model.start()}/v1`;
const said = { agents: {}, langgraph: {} };

async function byAgents() {
	setTracingDisabled(true);
	const mcp = http ? new MCPServerStreamableHttp({ url: where, requestInit: { headers } }) : new MCPServerStdio({ command: where, args, env: process.env, timeout: 60000 });
	await mcp.connect();
	const agent = new Agent({ name: "analyst", instructions: "Compute by Sluice.", model: "mock", mcpServers: [mcp] });
	const runner = new Runner({ modelProvider: new OpenAIProvider({ apiKey: "none", baseURL }) });
	for (const goal of Object.keys(GOALS)) {
		const done = await runner.run(agent, goal, { maxTurns: 40 });
		said.agents[goal] = { final: done.finalOutput, calls: done.newItems.filter((i) => i.type === "tool_call_item").map((i) => i.rawItem.name) };
	}
	const first = await runner.run(agent, FIRST), second = await runner.run(agent, [...first.history, { role: "user", content: SECOND }]);
	said.agents.turns = [first.finalOutput.replace(/ses_\w+/, "it"), second.finalOutput];
	await mcp.close();
}

async function byLangGraph() {
	const client = new MultiServerMCPClient({ mcpServers: { sluice: http ? { transport: "http", url: where, headers } : { transport: "stdio", command: where, args, env: process.env } } });
	const agent = createReactAgent({ llm: new ChatOpenAI({ model: "mock", apiKey: "none", configuration: { baseURL } }), tools: await client.getTools() });
	for (const goal of Object.keys(GOALS)) {
		const { messages } = await agent.invoke({ messages: [{ role: "user", content: goal }] }, { recursionLimit: 80 });
		said.langgraph[goal] = { final: text(messages.at(-1).content), calls: messages.flatMap((m) => m.tool_calls ?? []).map((c) => c.name) };
	}
	const asks = (messages, content) => agent.invoke({ messages: [...messages, { role: "user", content }] });
	const first = await asks([], FIRST), second = await asks(first.messages, SECOND);
	said.langgraph.turns = [first, second].map((s) => text(s.messages.at(-1).content).replace(/ses_\w+/, "it"));
	await client.close();
}

await byAgents();
await byLangGraph();
await model.stop();
console.log(JSON.stringify(said));
process.exit(0);
