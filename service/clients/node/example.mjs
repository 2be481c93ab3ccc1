// SPDX-License-Identifier: MIT
// Asks a service for three programs: one that is answered, one that the policy refuses, one that waits for a person.
//
//     node example.mjs ADDRESS TOKEN_FILE
import { Client, SluiceError } from "./index.js";

const [address, tokenFile] = process.argv.slice(2);
const client = new Client(address, { tokenFile });
const policy = "data-analysis";

const code = `import csv, json
rows = list(csv.DictReader(open("sales.csv")))
print(json.dumps({"total": sum(int(row["amount"]) for row in rows)}))
`;
const schema = { type: "object", required: ["total"], properties: { total: { type: "integer" } }, additionalProperties: false };
const run = await client.submit({ code, policy, output: { schema }, inputs: [{ name: "sales.csv", text: "amount\n17\n25\n" }] }, { wait: 30 });
console.log(run.state, run.answer);

const refused = await client.submit({ code: "import os\nos.system('id')\n", policy }, { wait: 30 });
for (const finding of refused.findings ?? []) console.log(`${refused.state} line ${finding.line}: ${finding.message}`);

const waiting = await client.submit({ code: "import sqlite3\nprint(sqlite3.connect('a.db'))\n", policy });
for await (const event of client.events(waiting.run_id)) {
	if (event.type === "step") console.log(`${event.from} -> ${event.to}`);
	if (event.type === "end") console.log(event.run.state);
	if (event.type === "step" && event.to === "awaiting_approval") break;
}

await client.run("run_of_somebody_else").catch((error) => {
	if (!(error instanceof SluiceError)) throw error;
	console.log(error.status, error.message);
});
