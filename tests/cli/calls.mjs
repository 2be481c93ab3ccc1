// SPDX-License-Identifier: MIT
// Calls each method of the Node client once; whoever listens at the address writes down what came. usage: calls.mjs CLIENT ADDRESS
const [client, address] = process.argv.slice(2);
const { Client } = await import(client);
const c = new Client(address, { token: "secret" });
const given = {
	submit: [{ code: "1" }, { wait: 3, idempotencyKey: "k" }], runs: [{ state: "s", open: true, limit: 2, before: "b" }], run: ["r/1"], events: ["r", { after: 2 }],
	artifact: ["r", "a b/c"], receipt: ["r"], cancel: ["r", {}], draftRequest: [{ code: "1" }], check: ["1", { policy: "p", withoutBox: true }], policies: [], policy: ["p"], tools: [], tool: ["t@1"], submitTool: [{ goal: "g" }],
	approvals: [{ state: "s", run: "r", person: "p", limit: 2 }], approval: ["a"], vote: ["a", {}], health: [], ready: [],
};
const methods = Object.getOwnPropertyNames(Client.prototype).filter((name) => !["constructor", "wait"].includes(name));
for (const name of methods) {
	const said = c[name](...given[name]);
	if (said[Symbol.asyncIterator]) for await (const event of said) void event;
	else await said;
}
console.log(JSON.stringify(methods));
