// SPDX-License-Identifier: MIT
// Where runs are asked for by signatures alone: the form of the console signs with the browser's key, and nothing goes without.
// usage: asked.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, enter, faults, key_of, look, run, serve, settle, sluice } from "./stand.mjs";

const people = { sam: { roles: ["requester"], rights: "submit", key: key_of() }, eve: { roles: ["requester"], rights: "submit", key: key_of() } };
const CODE = "import json\nprint(json.dumps({'text': open('a.txt').read()}))\n";

async function fill(page) {
  await page.goto(base + "/submit");
  await page.fill("[name=goal]", "read a file");
  await page.setInputFiles("#inputs", [{ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("h\u00e4llo") }]);
  await page.fill("[name=code]", CODE);
}

const refused = async (page, words) => {
  await page.click("main form button.main");
  await page.waitForFunction((w) => new RegExp(w).test(document.querySelector("main").textContent), words);
  assert.equal(page.url(), base + "/submit");
};

await run(async () => {
  settle(people, "requests: {signed: true}\n");
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis");
  const sam = await enter("sam", people.sam);
  await fill(sam);
  await look(sam, "ask");
  await sam.uncheck("#sign-it input");
  await refused(sam, "signed|signature");
  await fill(sam);
  for (const lie of [(draft) => ({ ...draft, task: draft.task.replace(/[0-9a-f]{64}/, "0".repeat(64)) }), // another task than was signed
    (draft) => ({ ...draft, statement: draft.statement.replace('"request"', '"cancel"') })]) {
    await sam.route("**/submit/statement", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: JSON.stringify(lie(await answer.json())) });
    });
    await refused(sam, "nothing was signed");
    await sam.unroute("**/submit/statement");
  }
  await sam.click("main form button.main");
  await sam.waitForURL(/\/runs\/run_/);
  await sam.waitForFunction(() => /Answered|Failed|Refused/.test(document.querySelector(".mark.boxed").textContent), null, { timeout: 40000 });
  assert.match(await sam.textContent("main"), /Answered.*h\u00e4llo/s);
  const shown = sluice("runs", "show", sam.url().split("/").pop());
  assert.match(shown.out, /sam.*sign/s);
  // A key that the trust file gives to another signs nothing, and another's request is not handed in.
  const eve = await enter("eve", { ...people.eve, key: people.sam.key });
  await fill(eve);
  await refused(eve, "does not give this browser's key to 'eve'");
  assert.deepEqual(faults, []);
  console.log("a run was asked for by the browser's signature, and none without it");
});
