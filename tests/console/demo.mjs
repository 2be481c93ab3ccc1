// SPDX-License-Identifier: MIT
// The console in a real browser: `sluice serve --demo` is opened by the address that it prints, the program that waits is
// reviewed, approved with the browser's key, answered. Each page is looked at by axe in light and dark, wide and narrow.
// usage: demo.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, faults, look, run, serve, visit, visitor } from "./stand.mjs";

async function decide(page) {
  await page.waitForSelector("#ballot:not([hidden])");
  await page.waitForFunction(() => /^This browser hashed/.test(document.getElementById("hashed").textContent));
  const sign = () => page.click("#ballot button.main");
  const missing = () => page.locator("#missing").textContent();
  await page.check("[value=approve]");
  await page.fill("#reason", "sums one file in memory, nothing else");
  await page.fill("#word_a", "wrong");
  await page.fill("#word_b", "wrong");
  await sign();
  assert.match(await missing(), /findings have not been opened/);
  const findings = await page.locator(".code .finding").count();
  await page.locator("h1").click();
  for (let i = 0; i < findings; i++) {
    await page.keyboard.press("n");
    await page.waitForTimeout(50);
  }
  await sign();
  await page.waitForFunction(() => /word/.test(document.getElementById("missing").textContent));
  await look(page, "review");
  const words = await page.locator(".words li").allTextContents();
  for (const name of ["a", "b"]) {
    const label = await page.textContent(`label[for=word_${name}]`);
    await page.fill(`#word_${name}`, words[Number(label.match(/\d/)[0]) - 1]);
  }
  await sign();
  await page.waitForFunction(() => /approved|used/i.test(document.querySelector(".mark.boxed")?.textContent ?? ""));
}

async function answered(page) {
  for (let i = 0; i < 100; i++) {
    await page.goto(base + "/runs");
    if (/Answered/.test(await page.textContent(".grid tbody tr"))) return;
    await page.waitForTimeout(200);
  }
  assert.fail("the run was not answered");
}

await run(async () => {
  const page = await visitor();
  const url = (await serve("--demo")).match(/http:\S+#\S+/)[0];
  await visit(page, "/login", "login");
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForURL(base + "/inbox");
  assert.doesNotMatch(page.url(), /#/); // the key does not stay in the address
  await look(page, "inbox");
  await page.locator(".queue h2 a").first().click();
  await decide(page);
  await answered(page);
  await look(page, "runs");
  await page.locator(".grid tbody th a").first().click();
  await page.waitForLoadState();
  assert.match(await page.textContent("main"), /Answered.*north.*140\.4/s);
  await look(page, "run");
  for (const path of ["check", "submit", "key"]) await visit(page, "/" + path, path);
  await page.goto(base + "/check");
  await page.fill("#program", "import socket\n"); // nothing is pressed: the verdict follows
  await page.waitForFunction(() => /socket/.test(document.getElementById("verdict").textContent));
  assert.match(await page.textContent("#verdict .boxed"), /deny/);
  await look(page, "verdict");
  await page.fill("#program", "print(1)\n");
  await page.waitForFunction(() => /allow/.test(document.querySelector("#verdict .boxed")?.textContent));
  await page.goto(base + "/submit");
  // A run that is under way is followed: what has the focus keeps it, and a service that is away is told.
  await page.fill("[name=goal]", "count slowly");
  await page.fill("[name=code]", "print(sum(i % 7 for i in range(60000000)))\n");
  await page.click("main form button.main");
  await page.waitForSelector("#under-way");
  await page.locator("main a[href]").first().focus();
  const focused = await page.evaluate(() => { window.held = document.activeElement; return held.href; });
  await page.context().setOffline(true);
  await page.waitForSelector(".stale");
  await page.context().setOffline(false);
  await page.waitForFunction(() => /Answered|Failed/.test(document.querySelector("main").textContent) && !document.querySelector(".stale"), null, { timeout: 40000 });
  assert.equal(await page.evaluate(() => document.activeElement === held && held.href), focused);
  faults.splice(0, faults.length, ...faults.filter((one) => !/ERR_INTERNET_DISCONNECTED/.test(one)));
  // A key in the address means nothing where no demonstration is asked for: another page ignores it.
  await page.goto(base + "/check#you.AAAA.AAAA");
  assert.deepEqual(faults, []);
  console.log("signed in, reviewed, approved, answered; nine pages without a fault");
});
