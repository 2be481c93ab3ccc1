// SPDX-License-Identifier: MIT
// The official client of the tasks extension over /mcp: a call becomes a task while a person decides.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createTaskSessionFromClient, resultFromTaskOutcome } from "@modelcontextprotocol/ext-tasks/client";

const [where, token] = process.argv.slice(2);
const clientInfo = { name: "t", version: "1" };
const client = new Client(clientInfo, { versionNegotiation: { mode: "auto" } });
await client.connect(new StreamableHTTPClientTransport(new URL(where), { requestInit: { headers: { Authorization: `Bearer ${token}` } } }));
const protocolVersion = client.getNegotiatedProtocolVersion();
let id = 1000;
const methods = [];

// The SDK's own codec knows no tasks: the package asks its host to send such a request as it is.
async function rawDispatch(request, options) {
	methods.push(request.method);
	const name = request.params.name ?? request.params.taskId;
	const answer = await fetch(where, { method: "POST", signal: options?.signal, body: JSON.stringify({ jsonrpc: "2.0", id: id++, ...request }),
		headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", Accept: "application/json", "MCP-Protocol-Version": protocolVersion, "Mcp-Method": request.method, "Mcp-Name": name } });
	return answer.json();
}

const session = createTaskSessionFromClient(client, { endpointId: "sluice", rawDispatch, v2RequestFraming: { protocolVersion, clientInfo, clientCapabilities: {} } });
const said = {}
for (const [name, args] of Object.entries({
	refused: { code: "import os\nos.system('id')\n" },
	waits: { code: 'import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect("a.db").execute("select 1").fetchall()))\n', inputs: [{ name: "a.db", text: "" }] },
})) {
	const execution = await session.callTool("execute_code", args);
	const result = resultFromTaskOutcome((await execution.settle()).outcome);
	said[name] = { isError: result.isError, state: result.structuredContent.state, answer: result.structuredContent.answer };
}
said.methods = [...new Set(methods)];
await session.close();
await client.close();
console.log(JSON.stringify(said));
process.exit(0);
