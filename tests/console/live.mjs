// SPDX-License-Identifier: MIT
// What a program prints while it runs, on its run's page: as text, marked as nobody's word, bounded, and gone where the run has ended.
// usage: live.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, enter, faults, key_of, look, run, serve, settle, sluice, write } from "./stand.mjs";

const people = { ops: { roles: ["operator"], rights: "read-all,submit", key: key_of() } };
const POLICY = `apiVersion: sluice/v1
id: live
revision: 1
extends: [data-analysis]
output: {live: true}
override: [{what: output, reason: "who asks wants to see progress"}]
`;
const MARKUP = "<img src=x onerror='document.title=1'><script>document.title = 2</script><h1>answered</h1>";
const TALKS = `import time
print("""${MARKUP}""")
for i in range(72):
    print("step", i)
    time.sleep(0.25)
`;
const FLOODS = "import time\nfor i in range(4000):\n    print('x' * 40, i)\n    time.sleep(0.002)\n";

function submit(code) {
  write("p.py", code);
  write("schema.json", "{}");
  const done = sluice("submit", "--policy", "./live.yaml", "--code", "p.py", "--goal", "print while it runs", "--json");
  assert.equal(done.code, 0, done.err);
  return JSON.parse(done.out).run_id;
}

const printed = (page) => page.locator("#live pre").textContent();

await run(async () => {
  settle(people, "");
  write("live.yaml", POLICY);
  await serve("--tokens", "tokens.yaml", "--policy", "data-analysis");
  const page = await enter("ops", people.ops);
  const id = submit(TALKS);
  await page.goto(`${base}/runs/${id}`);
  await page.waitForFunction(() => /step 3/.test(document.querySelector("#live pre")?.textContent ?? ""));
  assert.ok(await page.locator("#live").isVisible());
  assert.match(await page.locator("#live").textContent(), /Nobody has checked it, and it is not the answer/);
  const text = await printed(page);
  assert.ok(text.includes(MARKUP), text);
  assert.equal(await page.locator("#live img, #live script, #live h1").count(), 0);
  assert.doesNotMatch(await page.title(), /^[12]$/);
  await page.reload(); // whoever comes back is told the last of it, once
  await page.waitForFunction(() => /step 12/.test(document.querySelector("#live pre")?.textContent ?? ""));
  assert.equal((await printed(page)).match(/step 5\n/g).length, 1);
  await look(page, "live");
  await page.waitForFunction(() => !document.getElementById("under-way"), null, { timeout: 60000 });
  assert.equal(await page.locator("#live").count(), 0, "the run's end says what holds");

  const flood = submit(FLOODS);
  await page.goto(`${base}/runs/${flood}`);
  await page.waitForFunction(() => /the rest is not shown/.test(document.querySelector("#live")?.textContent ?? ""), null, { timeout: 60000 });
  assert.ok((await printed(page)).length <= 65536);
  assert.deepEqual(faults, []);
  console.log("what a program prints is shown as text while it runs");
});
