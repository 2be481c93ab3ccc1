// SPDX-License-Identifier: MIT
// Two frameworks for agents with a mock model: the OpenAI Agents SDK and LangGraph call Sluice by `sluice mcp` (a program) or
// /mcp (an address and a token). The model writes a program; it mends one that is refused; it waits while a person decides.
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

// What a model would do: it reads what the tool said last, and knows nothing else.
function answer({ messages }) {
	const goal = text(messages.find((m) => m.role === "user").content);
	const told = messages.filter((m) => m.role === "tool").map((m) => text(m.content)).at(-1);
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
	await mcp.close();
}

async function byLangGraph() {
	const client = new MultiServerMCPClient({ mcpServers: { sluice: http ? { transport: "http", url: where, headers } : { transport: "stdio", command: where, args, env: process.env } } });
	const agent = createReactAgent({ llm: new ChatOpenAI({ model: "mock", apiKey: "none", configuration: { baseURL } }), tools: await client.getTools() });
	for (const goal of Object.keys(GOALS)) {
		const { messages } = await agent.invoke({ messages: [{ role: "user", content: goal }] }, { recursionLimit: 80 });
		said.langgraph[goal] = { final: text(messages.at(-1).content), calls: messages.flatMap((m) => m.tool_calls ?? []).map((c) => c.name) };
	}
	await client.close();
}

await byAgents();
await byLangGraph();
await model.stop();
console.log(JSON.stringify(said));
process.exit(0);
