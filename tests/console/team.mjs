// SPDX-License-Identifier: MIT
// A team at the console, each person in a browser of his own, with his own key.
// usage: team.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, enter, faults, key_of, look, review, run, serve, settle, until_shown, vote } from "./stand.mjs";

const person = (roles, rights) => ({ roles, rights, key: key_of() });
const people = {
  ann: person(["approver"], "approve,read-all"),
  ben: person(["reviewer"], "approve"),
  dan: person(["auditor"], "approve"),
  cal: person(["approver"], "approve"),
  sam: person(["approver"], "submit,check,approve"),
  opa: person(["operator"], "read-all"),
  opb: person(["operator"], "check"),
};

// Signs the form of this kind; what is missing, where it was not done.
async function act(page, kind, fields = {}, form = `form.act[data-kind=${kind}]`) {
  await page.waitForSelector(`${form}:not([hidden])`);
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`${form} [name=${name}]`);
    if (typeof value === "boolean") await field.setChecked(value);
    else await field.fill(value);
  }
  await page.evaluate((f) => { window.stays = true; document.querySelector(`${f} .missing`).replaceChildren(); }, form);
  await page.click(`${form} button`);
  await page.waitForFunction((f) => !window.stays || document.querySelector(`${f} .missing`)?.textContent, form);
  return await page.evaluate((f) => window.stays && document.querySelector(`${f} .missing`).textContent, form) || "";
}

async function halt_and_resume(opa, opb, ann) {
  await ann.goto(base + "/store");
  assert.match(await act(ann, "halt", { reason: "I should like it to stop" }), /does not hold the role 'operator'/);
  await opa.goto(base + "/store");
  await look(opa, "store");
  assert.equal(await act(opa, "drain", { reason: "maintenance at six" }), "");
  assert.match(await opa.textContent("h1"), /draining/);
  assert.equal(await act(opa, "halt", { reason: "answers <b>look</b> wrong" }), "");
  assert.match(await opa.textContent("h1"), /halted/);
  assert.match(await opa.textContent(".said"), /answers <b>look<\/b> wrong/);
  assert.match(await opa.textContent("main"), /0 of 2 operators/);
  await look(opa, "halted");
  assert.equal(await act(opa, "resume", { reason: "the cause is mended" }), "");
  assert.match(await opa.textContent("h1"), /halted/, "one is not enough");
  assert.match(await opa.textContent("main"), /1 of 2 operators.*Opa of the tests.*the cause is mended.*Another operator, within.*You have said so already/s);
  await look(opa, "resume");
  await opb.goto(base + "/store");
  assert.doesNotMatch(await opb.textContent("main"), /You have said so already/);
  assert.equal(await act(opb, "resume", { reason: "I have looked at it, too" }), "");
  assert.match(await opb.textContent("h1"), /running/);
}

const BAD = "<img src=x onerror=alert(1)>";
const FIRST = `import json\n# ${BAD} \u0441\nprint(json.dumps(sorted([3, 1, 2])))\n`;
const SECOND = "import json\nprint(json.dumps(sorted([3, 1, 2], reverse=True)))\n";
const CHART = "import json\nimport matplotlib\nmatplotlib.use('Agg')\nimport matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\n"
  + "plt.title('A line')\nplt.savefig('chart.png')\nprint(json.dumps({'points': [{'x': 1, 'y': 3}, {'x': 2, 'y': 2}]}))\n";

async function submit(page, policy, goal, code) {
  await page.goto(base + "/submit");
  await page.selectOption("[name=policy]", policy);
  await page.fill("[name=goal]", goal);
  await page.fill("[name=code]", code);
  await page.click("main form button.main");
  await page.waitForURL(/\/runs\/run_/);
  return page.url().split("/").pop();
}

const ASKS = "import json\nimport socket\nopen('a.csv').read()\nprint(json.dumps(socket.getaddrinfo('example.com', 80)))\n";

// Which inputs it opened is told to who asked; what addresses it named, in its own words, to who may read all.
async function what_it_asked_for(sam, ann) {
  await sam.goto(base + "/submit");
  await sam.setInputFiles("#inputs", ["a.csv", "b.csv"].map((name) => ({ name, mimeType: "text/csv", buffer: Buffer.from("x") })));
  await sam.selectOption("[name=policy]", "permissive-sandboxed");
  await sam.fill("[name=goal]", "look a name up");
  await sam.fill("[name=code]", ASKS);
  await sam.click("main form button.main");
  await sam.waitForURL(/\/runs\/run_/);
  const run = sam.url().split("/").pop(), asked = "section:has(#asked)";
  await rests(sam, run, /Refused/);
  assert.match(await sam.textContent(asked), /a\.csv opened\s*b\.csv not opened/);
  assert.doesNotMatch(await sam.textContent("main"), /example\.com:80/);
  await ann.goto(`${base}/runs/${run}`);
  assert.match(await ann.textContent(asked), /example\.com:80.*socket\.getaddrinfo, refused; reported by the interpreter/s);
  await look(ann, "asked-for");
}

const rests = (page, run, words) => until_shown(page, `/runs/${run}`, ".mark.boxed", words);
const open = (page, summary) => page.click(`summary:text-is("${summary}")`);

async function two_rounds({ ann, ben, cal, sam }) {
  const run = await submit(sam, "strict-regulated", `sort three numbers ${BAD}`, FIRST);
  await rests(sam, run, /Waits/);
  await review(sam, run);
  assert.match(await vote(sam, "approve", "it is my own, and it is quite fine"), /requester|asked/, "no vote of one's own");
  await review(ann, run);
  assert.match(await ann.textContent(".code"), /U\+0441/);
  assert.equal(await ann.locator(".code .kw").count() > 0, true, "the program is painted");
  await open(ann, "Say something about it");
  assert.equal(await act(ann, "comment", { text: `largest first, please ${BAD}`, line_from: "3", line_to: "3", must_resolve: true }), "");
  assert.match(await ann.textContent(".code .remark"), /must be resolved.*largest first, please <img/s);
  await look(ann, "remark");
  await review(cal, run);
  assert.equal(await vote(cal, "request-changes", "largest first, as ann says"), "");
  assert.match(await cal.textContent(".mark.boxed"), /changes requested/);
  await open(ann, "Put another program in its place");
  await ann.reload();
  await open(ann, "Put another program in its place");
  assert.equal(await act(ann, "edit", { code: SECOND, reason: "largest first" }), "");
  await rests(sam, run, /Waits/);
  await review(ben, run);
  assert.match(await ben.textContent(".diff"), /removed.*added.*reverse=True/s);
  await look(ben, "second-round");
  await ben.click("text=on a page of its own");
  assert.match(await ben.textContent(".diff"), /removed.*added.*reverse=True/s);
  await look(ben, "changes");
  await review(ann, run);
  assert.match(await vote(ann, "approve", "I wrote it, and I like it well"), /wrote|author/, "no author's vote");
  await review(cal, run);
  assert.equal(await vote(cal, "approve", "sorted in memory, largest first"), "");
  assert.match(await cal.textContent(".mark.boxed"), /pending/, "one is not enough");
  assert.equal(await cal.locator(".places .count").count(), 0, "it waits for others now");
  assert.match(await ben.textContent(".places .count"), /^1 wait/);
  await review(ben, run);
  assert.equal(await vote(ben, "approve", "sorted in memory, nothing else"), "");
  await rests(sam, run, /Answered/);
  assert.match(await sam.textContent("main"), /\[\s*3,\s*2,\s*1\s*\]/);
}

const TABLE = "import json\nimport sqlite3\nprint(json.dumps(sqlite3.connect(':memory:').execute('select 1').fetchall()))\n";
const ONE = "import json\nimport sqlite3\nprint(json.dumps(1))\n";
const day = (days) => new Date(Date.now() + days * 86400000).toISOString().slice(0, 10);

async function lend(ann, dan, sam) {
  await ann.goto(base + "/delegations");
  await look(ann, "delegations-none");
  const lent = { scope: "*", until: day(7), reason: `away ${BAD}` };
  await ann.selectOption("[name=to]", "dan");
  assert.match(await act(ann, "delegation", { ...lent, until: day(60) }), /30 days/);
  assert.equal(await act(ann, "delegation", lent), "");
  assert.match(await ann.textContent("main"), /ann lends approver to dan.*away <img/s);
  await look(ann, "delegations");
  const run = await submit(sam, "data-analysis", "look at a table", TABLE);
  await rests(sam, run, /Waits/);
  await review(dan, run);
  assert.match(await vote(dan, "approve", "a table in memory"), /holds no role/);
  await dan.selectOption("#on-behalf", "ann");
  assert.equal(await vote(dan, "approve", "a table in memory, for ann"), "");
  await rests(sam, run, /Answered/);
  await dan.goto(base + "/delegations");
  await open(dan, "Take it back");
  assert.equal(await act(dan, "end_delegation", {}), "");
  assert.match(await dan.textContent("main"), /No role is lent/);
}

async function let_pass({ ann, cal, sam }) {
  const run = await submit(sam, "data-analysis", "look at a table", ONE);
  await rests(sam, run, /Waits/);
  await review(ann, run);
  await open(ann, "Propose that such a finding may pass for a while");
  await ann.selectOption("[name=owner]", "cal");
  const terms = { until: day(9), uses: "3", reason: "tables in memory hold nothing of anybody's, and we need them weekly" };
  assert.match(await act(ann, "exception", { ...terms, until: day(200) }), /90 days/);
  assert.equal(await act(ann, "exception", terms), "");
  await ann.goto(base + "/exceptions");
  assert.match(await ann.textContent("main"), /proposed.*0 of 3/s);
  const approval = (await ann.getAttribute("main a[href^='/approvals/']", "href")).split("/").pop();
  await review(ann, approval);
  assert.match(await vote(ann, "approve", "I propose it, and I grant it"), /author|proposed/, "not by its proposer");
  await review(cal, approval);
  await look(cal, "exception-review");
  assert.match(await cal.textContent("h1"), /^Let 'import.escalated' pass in 'data-analysis' until \d{4}-\d\d-\d\d$/);
  for (const command of await cal.locator(".commands code").allTextContents())
    assert.match(command, /^sluice approvals [a-z-]+ apr_/); // the run's id would be its own approval's
  assert.equal(await vote(cal, "approve", "I answer for it until then"), "");
  await rests(sam, await submit(sam, "data-analysis", "look at a table again", ONE), /Answered/);
  await ann.goto(base + "/exceptions");
  assert.match(await ann.textContent("main"), /granted.*1 of 3/s);
  await look(ann, "exceptions");
  await open(ann, "Take it back");
  assert.equal(await act(ann, "end_exception", { reason: "no longer wanted" }), "");
  assert.match(await ann.textContent("main"), /revoked/);
  const again = await submit(sam, "data-analysis", "look at a table again", ONE);
  await rests(sam, again, /Waits/);
  await review(ann, again);
  assert.match(await ann.textContent("h2:text-is('Runs with the same findings') ~ .body"), /run_\w+\s*Answered/);
}

async function answered_and_refused(sam) {
  const chart = await submit(sam, "data-analysis", "draw a line", CHART);
  await rests(sam, chart, /Answered/);
  assert.equal(await sam.locator("figure img").evaluate((image) => image.complete && image.naturalWidth > 100), true);
  await look(sam, "chart");
  const refused = await submit(sam, "data-analysis", "list files", "import os\n# \u202e\nos.system('ls')\n");
  await rests(sam, refused, /Refused/);
  assert.match(await sam.textContent(".code"), /U\+202E.*deny/s);
}

await run(async () => {
  settle(people);
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis");
  const at = {};
  for (const [id, who] of Object.entries(people)) at[id] = await enter(id, who);
  await two_rounds(at);
  await lend(at.ann, at.dan, at.sam);
  await let_pass(at);
  await answered_and_refused(at.sam);
  await what_it_asked_for(at.sam, at.ann);
  await halt_and_resume(at.opa, at.opb, at.ann);
  assert.deepEqual(faults, []);
  console.log("the team was at the console: all of it works");
});
