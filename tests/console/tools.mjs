// SPDX-License-Identifier: MIT
// Tools at the console: who sees which, what is told of one, and its retirement, signed by the browser or sent by a page without script.
// usage: tools.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, browser, enter, faults, key_of, look, read, review, run, serve, settle, sluice, until_shown, visit, vote } from "./stand.mjs";

const BAD = "<img src=x onerror=alert(1)>";
const person = (roles, rights) => ({ roles, rights, key: key_of() });
const people = { rita: person(["auditor"], "submit"), eve: person(["auditor"], "submit"), ann: person(["approver"], "submit,approve") };
const tool = (version, doc) => ({ goal: "a share that every report computes alike", policy: "data-analysis", tool: {
  name: "share_of", version,
  source: `def share_of(part, whole):\n    """${doc}"""\n    return None if whole == 0 else round(100 * part / whole, 1)\n`,
  arguments: { type: "object", required: ["part", "whole"], properties: { part: { type: "number" }, whole: { type: "number" } }, additionalProperties: false },
  result: { type: ["number", "null"] }, tests: [{ arguments: { part: 1, whole: 8 }, result: 12.5 }] } });

async function publish(who, version, doc) {
  const answer = await fetch(`${base}/v1/tools`, { method: "POST", body: JSON.stringify(tool(version, doc)),
    headers: { Authorization: `Bearer ${people[who].token}`, "Content-Type": "application/json", Prefer: "wait=30" } });
  const said = await answer.json();
  assert.equal(said.state, "awaiting_approval", JSON.stringify(said));
  return said.run_id;
}

const state_is = (page, word, state) => until_shown(page, `/tools/${word}`, ".facts .mark", new RegExp(`^${state}$`));

async function approve(ann, rita, id, word) {
  await review(ann, id);
  assert.equal(await vote(ann, "approve", "a share, nothing else"), "");
  await state_is(rita, word, "Usable");
}

async function refused(page, words) {
  await page.click("#ask button");
  await page.waitForFunction((w) => document.querySelector("main").textContent.includes(w), words);
  assert.match(page.url(), /\/tools\/share_of@/);
}

await run(async () => {
  assert.equal(sluice("trust", "init", "own.yaml").code, 0);
  const own = read("own.yaml");
  settle(people, own.slice(own.indexOf("services:")).replace(/\n*$/, "\n"));
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis");
  const rita = await enter("rita", people.rita), eve = await enter("eve", people.eve), ann = await enter("ann", people.ann);
  await visit(rita, "/tools", "no-tools");
  assert.match(await rita.textContent("main"), /No tools/);
  const first = await publish("rita", 1, `The share in percent ${BAD}.`);

  // What nobody can use is its publisher's to see, and is not there for another.
  await rita.goto(base + "/tools");
  assert.match(await rita.textContent("tbody"), /Waits.*share_of, version 1.*Rita of the tests/s);
  await eve.goto(base + "/tools");
  assert.match(await eve.textContent("main"), /No tools/);
  assert.equal((await eve.goto(base + "/tools/share_of@1")).status(), 404);
  assert.equal(await rita.locator("#ask").count(), 0);
  await approve(ann, rita, first, "share_of@1");
  await look(rita, "tool");
  assert.match(await rita.textContent("main"), /percent <img src=x.*Ann of the tests: approve.*a share, nothing else/s);
  assert.match(await rita.textContent("main"), /12\.5/);
  assert.equal(await rita.locator("main img").count(), 0);
  await visit(rita, "/tools", "tools");

  // By keyboard, from the list to the tool.
  await eve.goto(base + "/tools");
  await eve.focus("tbody a");
  await eve.keyboard.press("Enter");
  await eve.waitForURL(/share_of@1$/);
  assert.equal(await eve.locator("#ask").count(), 0, "neither its publisher nor one who voted");
  assert.equal(await eve.locator("main a[href^='/runs/']").count(), 0);

  // Something else than what is asked for is not signed; a reason that is too short is said on the page.
  await rita.goto(base + "/tools/share_of@1");
  await rita.check("#sign-it input");
  await rita.fill("#why", "divides by nothing");
  await rita.route("**/submit/statement", async (route) => {
    const answer = await route.fetch(), draft = await answer.json();
    await route.fulfill({ response: answer, body: JSON.stringify({ ...draft, task: draft.task.replace(/[0-9a-f]{64}/, "0".repeat(64)) }) });
  });
  await refused(rita, "nothing was signed");
  await rita.unroute("**/submit/statement");
  await rita.evaluate(() => { document.getElementById("ask").noValidate = true; });
  await rita.uncheck("#sign-it input");
  await rita.fill("#why", BAD.slice(0, 5));
  await refused(rita, "at least 8 characters");
  assert.equal(await rita.inputValue("#why"), BAD.slice(0, 5));
  await look(rita, "retire-refused");
  await rita.check("#sign-it input");
  await rita.fill("#why", "divides by nothing");
  await rita.focus("#ask button");
  await rita.keyboard.press("Enter");
  await rita.waitForURL(/\/runs\/run_/);
  assert.match(await rita.textContent("h1"), /Retire the tool share_of, version 1: divides by nothing/);
  await state_is(rita, "share_of@1", "Not usable");
  assert.match(await rita.textContent("main"), /it is retired/);
  assert.equal(await rita.locator("#ask").count(), 0);
  assert.match(sluice("runs", "show", (await rita.getAttribute("main a[href^='/runs/']", "href")).split("/").pop()).out, /rita/);

  // Without script; and nobody retires what he can't see.
  const second = await publish("rita", 2, "The share in percent.");
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: await rita.context().storageState() })).newPage();
  await plain.goto(base + "/tools/share_of@2");
  assert.match(await plain.textContent(".facts .mark"), /Waits/);
  const word = await eve.inputValue("[name=word]");
  const tried = await eve.context().request.post(`${base}/tools/share_of@2`, { headers: { Origin: base },
    form: { word, retire: "share_of@2", reason: "mine is better", policy: "data-analysis" } });
  assert.equal(tried.status(), 404);
  await approve(ann, rita, second, "share_of@2");
  await plain.goto(base + "/tools/share_of@2");
  await look_plain(plain);
  await plain.fill("#why", "no one uses it");
  await plain.click("#ask button");
  await plain.waitForURL(/\/runs\/run_/);
  await state_is(rita, "share_of@2", "Not usable");
  assert.deepEqual(faults, []);
  console.log("tools are shown to who may see them, and retired by who may");
});

async function look_plain(page) {
  assert.equal(await page.isVisible("#sign-it"), false);
  assert.equal(await page.isVisible("#ask button"), true);
}
