// SPDX-License-Identifier: MIT
// The official clients of both generations of the protocol, against `sluice mcp` (a program) or /mcp (an address and a token).
import { Client as Legacy } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as Modern, StreamableHTTPClientTransport as ModernHttp } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";

const [where, token] = process.argv.slice(2);
const http = where.startsWith("http"), headers = { Authorization: `Bearer ${token}` };
const transport = (Stdio, Http) => http ? new Http(new URL(where), { requestInit: { headers } })
	: new Stdio({ command: where, args: ["mcp", "--policy", "data-analysis"], env: process.env, stderr: "ignore" });
const said = {};
for (const [name, client, t] of [
	["legacy", new Legacy({ name: "t", version: "1" }), transport(LegacyStdio, LegacyHttp)],
	["modern", new Modern({ name: "t", version: "1" }, { versionNegotiation: { mode: "auto" } }), transport(ModernStdio, ModernHttp)],
]) {
	await client.connect(t);
	const tools = (await client.listTools()).tools.map((tool) => tool.name);
	const call = (tool, args) => client.callTool({ name: tool, arguments: args });
	const ran = await call("execute_code", { code: "import json\nprint(json.dumps(1 + 1))" });
	const refused = await call("execute_code", { code: "import os\nos.system('id')" });
	const wrong = await call("get_run", { run_id: "x" });
	const read = await client.readResource({ uri: `sluice://run/${ran.structuredContent.run_id}/output` });
	said[name] = { version: client.getNegotiatedProtocolVersion?.() ?? t.protocolVersion ?? null, tools: tools.length, answer: ran.structuredContent.answer,
		refused: [refused.isError, refused.structuredContent.state], wrong: wrong.structuredContent.status, read: read.contents[0].text };
	await client.close();
}
console.log(JSON.stringify(said));
