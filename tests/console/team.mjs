// SPDX-License-Identifier: MIT
// A team at the console, each person in a browser of his own, with his own key.
// usage: team.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, enter, faults, key_of, look, run, serve, settle } from "./stand.mjs";

const person = (roles, rights) => ({ roles, rights, key: key_of() });
const people = {
  ann: person(["approver"], "approve,read-all"),
  ben: person(["approver"], "approve"),
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
  await page.evaluate(() => { window.stays = true; });
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
  await look(opa, "halted");
  assert.equal(await act(opa, "resume", { reason: "the cause is mended" }), "");
  assert.match(await opa.textContent("h1"), /halted/, "one is not enough");
  await opb.goto(base + "/store");
  assert.equal(await act(opb, "resume", { reason: "I have looked at it, too" }), "");
  assert.match(await opb.textContent("h1"), /running/);
}

await run(async () => {
  settle(people);
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis");
  const at = {};
  for (const [id, who] of Object.entries(people)) at[id] = await enter(id, who);
  await halt_and_resume(at.opa, at.opb, at.ann);
  assert.deepEqual(faults, []);
  console.log("the team was at the console: all of it works");
});
