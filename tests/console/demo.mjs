// SPDX-License-Identifier: MIT
// The console in a real browser: `sluice serve --demo` is opened by the address that it prints, the program that waits is
// reviewed, approved with the browser's key, answered. Each page is looked at by axe in light and dark, wide and narrow.
// usage: demo.mjs SLUICE [FOLDER for screenshots]. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { base, browser, faults, look, run, serve, until_shown, visit, visitor } from "./stand.mjs";

async function decide(page) {
  await page.waitForSelector("#ballot:not([hidden])");
  await page.waitForFunction(() => /^This browser hashed/.test(document.getElementById("hashed").textContent));
  const sign = async () => {
    await page.evaluate(() => document.getElementById("missing").replaceChildren());
    await page.click("#ballot button.main");
  };
  const missing = () => page.locator("#missing").textContent();
  await page.check("[value=approve]");
  await page.fill("#reason", "sums one file in memory, nothing else");
  await page.fill("#word_a", "wrong");
  await page.fill("#word_b", "wrong");
  await sign();
  assert.match(await missing(), /findings have not been opened/);
  const findings = await page.locator(".code .finding").count();
  await page.locator("h1").click();
  for (let i = 0; i < findings; i++) await page.keyboard.press("n");
  assert.equal(await page.locator(".code .finding[open]").count(), findings);
  await sign();
  await page.waitForFunction(() => document.getElementById("missing").textContent);
  assert.match(await missing(), /word/);
  const uses = await page.locator(".side tbody tr").allTextContents();
  assert.equal(uses.find((row) => row.startsWith("6")), "6database.executeescalate"); // as the finding says, not its entry
  assert.equal(uses.find((row) => row.startsWith("1c")), "1csvallow");
  await look(page, "review");
  const words = await page.locator(".words li").allTextContents();
  for (const name of ["a", "b"]) {
    const label = await page.textContent(`label[for=word_${name}]`);
    await page.fill(`#word_${name}`, words[Number(label.match(/\d/)[0]) - 1]);
  }
  await sign();
  await page.waitForFunction(() => document.getElementById("missing")?.textContent
    || /approved|consumed/i.test(document.querySelector(".mark.boxed")?.textContent ?? ""));
  if (await page.locator("#missing").count()) assert.equal(await missing(), "");
}

const answered = (page) => until_shown(page, "/runs", ".grid tbody tr", /Answered/);

const said = (page, id, words) => page.waitForFunction(([i, w]) => new RegExp(w).test(document.getElementById(i).textContent), [id, words]);

// The browser follows a proof by itself, remembers how far it saw the log, and tells of one that is cut or rewritten.
async function ledger(page) {
  await page.goto(base + "/ledger");
  await page.waitForSelector("#log-said");
  for (let i = 0; i < 80 && !(await page.locator("#log-head").count()); i++) {
    await page.waitForTimeout(1000);
    await page.reload();
  }
  await said(page, "log-said", "Signed by the key that the trust file names. This browser sees the log for the first time");
  await look(page, "ledger");
  await page.locator("tbody tr:has(.i-sealed) a").first().click();
  await said(page, "log-said", "It grew out of the");
  await said(page, "proof-said", "the log holds this event");
  await look(page, "event");
  const key = await page.evaluate(() => Object.keys(localStorage).find((name) => name.startsWith("log ")));
  const seen = JSON.parse(await page.evaluate((name) => localStorage.getItem(name), key));
  for (const [lie, words] of [[{ ...seen, size: seen.size + 1 }, "it was cut"], [{ ...seen, root: "0".repeat(64) }, "it was rewritten"],
    [{ size: 3, root: "0".repeat(64) }, "it was rewritten"]]) {
    await page.evaluate(([name, what]) => localStorage.setItem(name, JSON.stringify(what)), [key, lie]);
    await page.reload();
    await said(page, "log-said", words);
    await said(page, "proof-said", "it proves nothing");
  }
  await page.evaluate((name) => localStorage.removeItem(name), key);
  await page.route("**/ledger/*", async (route) => { // the service lies about what stands there
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/(id="event-body">)./, "$1 ") });
  });
  await page.reload();
  await said(page, "proof-said", "not those of the leaf");
  await page.unroute("**/ledger/*");
}

// The browser reads the receipt of the run and follows its proofs; of each lie it says which part does not hold.
async function receipt(page, run) {
  const lied_to = async (path, change, words) => {
    await page.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: change(await answer.text()) });
    });
    await page.reload();
    await said(page, "receipt-said", words);
    await page.unroute(`**${path}`);
  };
  await said(page, "receipt-said", "This browser checked it.*names the program on this page; 1\\d events of the run.*No witness");
  assert.match(await page.textContent("#receipt .ticks"), /signature: by .*witnesses: unwitnessed.*inclusion: 1\d events/s);
  await lied_to(`/runs/${run}/receipt`, (text) => text.replace("payload", "payloaD"), "not be checked|not those");
  await lied_to(`/runs/${run}/receipt`, (text) => text + " ", "not those that the ledger names");
  await lied_to(`/runs/${run}`, (text) => text.replaceAll(/(data-purpose="receipt"[^>]*>ed25519:)...../g, "$1AAAAA"), "No key that the trust file names");
  await lied_to(`/runs/${run}`, (text) => text.replaceAll(/(data-purpose="log"[^>]*>ed25519:)...../g, "$1AAAAA"), "No key of the log");
  await lied_to(`/runs/${run}`, (text) => text.replace(/>csv</, ">csw<").replace(" csv<", " csw<"), "not the one that it names");
  await lied_to(`/runs/${run}`, (text) => text.replace(/(id="receipt"[^>]*data-code=").{8}/, "$100000000"), "another run or program");
  await lied_to(`/runs/${run}`, (text) => text.replaceAll('data-purpose="receipt"', 'data-purpose="other"'), "the signer can.t be identified");
  assert.deepEqual(await page.evaluate(async (id) => {
    const whole = JSON.parse((await (await fetch(`/runs/${id}/receipt`)).text()).split("\n")[0]);
    const { log } = JSON.parse(new TextDecoder().decode(from_base64(whole.payload))).predicate;
    const note = read_note(log.checkpoint), event = log.events[1], other = log.events[2];
    const lies = [event, { ...event, body: event.body + " " }, { ...event, seq: event.seq + 1 }, { ...event, path: other.path },
      { ...event, path: event.path.slice(1) }, { ...event, path: [...event.path, event.path[0]] }];
    return Promise.all(lies.map((one) => holds_event(note, one)));
  }, run), [true, false, false, false, false, false]);
  assert.deepEqual(await page.evaluate(witnesses), ["w.example", "x.example"]);
}

// Cosignatures as C2SP writes them: one witness twice, one of another text, one whose time was changed, one that nobody knows.
async function witnesses() {
  const text = "log.example\n5\n" + btoa("0".repeat(32)) + "\n", lines = [];
  const cosign = async (name, signed, moved, known) => {
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]), bytes = new Uint8Array(76);
    new DataView(bytes.buffer).setBigUint64(4, 1700000000n);
    bytes.set(new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(`cosignature/v1\ntime 1700000000\n${signed}`))), 12);
    new DataView(bytes.buffer).setBigUint64(4, moved);
    lines.push(`\u2014 ${name} ${base64(bytes)}`);
    const key = Object.assign(document.createElement("code"), { textContent: await public_text(pair) });
    Object.assign(key.dataset, { purpose: known ? "witness" : "log", name });
    document.querySelector("main").append(key);
  };
  await cosign("w.example", text, 1700000000n, true);
  await cosign("w.example", text, 1700000000n, true);
  await cosign("x.example", text, 1700000000n, true);
  await cosign("y.example", text + "more\n", 1700000000n, true);
  await cosign("z.example", text, 1700000001n, true);
  await cosign("q.example", text, 1700000000n, false);
  return witnesses_of(read_note(`${text}\n${lines.join("\n")}\n`));
}

async function keys(page) {
  await page.goto(base + "/ledger");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "q");
  await page.keyboard.type("?j"); // letters in a field are letters
  assert.equal(await page.locator("#keys").getAttribute("open"), null);
  await page.locator("h1").click();
  await page.keyboard.press("?");
  await page.waitForSelector("#keys[open]");
  await page.check("#keys-off input");
  await page.locator("h1").click();
  await page.keyboard.press("?");
  assert.notEqual(await page.locator("#keys").getAttribute("open"), null);
  await page.uncheck("#keys-off input");
}

// The colours that were chosen stay, with and without script, and the page that was left comes back.
async function colours(page) {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(base + "/inbox?show=mine");
  const light = await paper();
  await page.click("text=Dark");
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  assert.equal(page.url(), base + "/inbox?show=mine");
  const plain = await (await browser.newContext({ javaScriptEnabled: false, colorScheme: "light" })).newPage();
  await plain.goto(base + "/login");
  await plain.click("text=Dark");
  assert.equal(await plain.getAttribute("html", "data-theme"), "dark");
  await plain.context().close();
  await page.click("text=System");
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor === before, light);
}

// What the inbox tells of what waits, and its views.
async function views(page) {
  assert.match(await page.textContent(".queue li"), /medium.*line 3: module 'sqlite3'.*You could be approver/s);
  for (const [show, there] of [["mine", 1], ["soon", 0], ["high", 0], ["stuck", 0]]) {
    await page.goto(`${base}/inbox?show=${show}`);
    assert.equal(await page.locator(".queue > li").count(), there, show);
  }
  assert.match(await page.textContent("main"), /Nothing that waits is in this view/);
  await look(page, "inbox-empty");
  await page.fill("#q", "import.escalated");
  await page.click("text=All");
  await page.fill("#q", "import.escalated");
  await page.click("text=Search");
  assert.equal(await page.locator(".queue > li").count(), 1);
  await page.goto(base + "/inbox?q=%3Cb%3Enothing");
  assert.equal(await page.locator(".queue > li").count(), 0);
  await page.goto(base + "/runs/run_none");
  assert.match(await page.textContent("main"), /there is no run 'run_none'/);
  await look(page, "missing");
  await page.goto(base + "/nowhere");
  assert.match(await page.textContent("main"), /nothing is at this path/);
  await page.goto(base + "/inbox");
}

// The list of runs is searched without script, in every view, and by what it shows.
async function searches(page) {
  const plain = await (await browser.newContext({ javaScriptEnabled: false, storageState: await page.context().storageState() })).newPage();
  await plain.goto(base + "/runs");
  const run = (await plain.getAttribute(".grid tbody th a", "href")).split("/").pop();
  for (const [words, there] of [[run, 1], [run.slice(0, 12), 1], ["answered", 1], ["data-analysis", 1], ["nobody", 0], ["<b>x</b>", 0]]) {
    await plain.fill("#q", words);
    await plain.click("search button");
    assert.equal(await plain.inputValue("#q"), words);
    assert.equal(await plain.locator(".grid tbody tr").count(), there, words);
  }
  assert.equal(await plain.locator("main b").count(), 0);
  await plain.context().close();
  await page.goto(base + "/runs?q=an");
  await look(page, "runs-searched");
  await page.goto(base + "/runs");
}

// Files are dropped onto the form, and those that were chosen stay.
async function drop(page) {
  await page.goto(base + "/submit");
  await page.setInputFiles("#inputs", [{ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("x\n1\n") }]);
  const files = await page.evaluateHandle(() => {
    const all = new DataTransfer();
    all.items.add(new File(["y\n2\n3\n"], "b.csv"));
    return all;
  });
  await page.dispatchEvent("#drop", "dragenter", { dataTransfer: files });
  await look(page, "drop");
  await page.dispatchEvent("#drop", "drop", { dataTransfer: files });
  assert.deepEqual(await page.locator("#dropped li").allTextContents(), ["a.csv, 4 bytes", "b.csv, 6 bytes"]);
  await page.fill("[name=goal]", "read both files");
  await page.fill("[name=code]", "import json\nprint(json.dumps({'lines': open('a.csv').read() + open('b.csv').read()}))\n");
  await page.click("main form button.main");
  await page.waitForFunction(() => /Answered|Failed|Refused/.test(document.querySelector("main").textContent), null, { timeout: 40000 });
  assert.match(await page.textContent("main"), /Answered.*x\\n1\\ny\\n2\\n3/s);
}

await run(async () => {
  const page = await visitor();
  const url = (await serve("--demo")).match(/http:\S+#\S+/)[0];
  await visit(page, "/login", "login");
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForURL(base + "/inbox");
  assert.doesNotMatch(page.url(), /#/); // the key does not stay in the address
  assert.match(await page.textContent(".places [href='/inbox']"), /^Inbox 1 wait for you$/);
  assert.match(await page.textContent(".brand"), /^Sluice \S+/);
  await look(page, "inbox");
  await views(page);
  await colours(page);
  await page.goto(base + "/inbox");
  await page.locator(".queue h3 a").first().click();
  await decide(page);
  await answered(page);
  assert.equal(await page.textContent(".places [href='/inbox']"), "Inbox");
  await look(page, "runs");
  await searches(page);
  for (const [view, there] of [["Not ended", 0], ["Answered", 1], ["Refused", 0]]) {
    await page.click(`.filters a:has-text("${view}")`);
    assert.equal(await page.textContent(".filters [aria-current] .count"), String(there), view);
    assert.equal(await page.locator(".grid tbody tr").count(), there, view);
  }
  assert.match(await page.textContent(".none"), /No run is in this view/);
  await look(page, "runs-empty");
  await page.click("text=Show all runs");
  await page.locator(".grid tbody th a").first().click();
  await page.waitForLoadState();
  assert.match(await page.textContent("main"), /Answered.*north.*140\.4/s);
  await look(page, "run");
  await receipt(page, page.url().split("/").pop());
  for (const path of ["check", "submit", "key"]) await visit(page, "/" + path, path);
  await visit(page, "/policies", "policies");
  await page.click("tbody a:text-is('data-analysis')");
  assert.match(await page.textContent("main"), /Modules to import.*attribute-set/s);
  await page.click("text=Judge them again");
  assert.match(await page.textContent("#past-runs ~ .body"), /Programs judged again: 1\./);
  await look(page, "policy");
  await page.click("text=Run its tests");
  assert.match(await page.textContent("#its-tests ~ .body"), /[1-9]\d+ tests passed.*Coverage: 100 %/s);
  await look(page, "tests");
  await drop(page);
  await ledger(page);
  await keys(page);
  await page.goto(base + "/check");
  await page.fill("#program", "import socket\n"); // nothing is pressed: the verdict follows
  await page.waitForFunction(() => /socket/.test(document.getElementById("verdict").textContent));
  assert.match(await page.textContent("#verdict .boxed"), /deny/);
  await page.fill("#program", "from os import system as s\ns('ls')\n");
  await page.waitForFunction(() => /os\.system/.test(document.querySelector(".chain")?.textContent));
  assert.match(await page.textContent(".chain"), /line 2 s.*is os\.system.*by line 1: from os import system as s.*import 'os'.*allow, for the names in its api/s);
  await look(page, "verdict");
  await page.fill("#program", "print(1)\n");
  await page.waitForFunction(() => /allow/.test(document.querySelector("#verdict .boxed")?.textContent));
  await page.goto(base + "/submit");
  // A run that is under way is followed: what has the focus keeps it, and a service that is away is told.
  await page.fill("[name=goal]", "wait a little");
  await page.fill("[name=code]", "import time\ntime.sleep(4)\nprint(1)\n");
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
  console.log("signed in, reviewed, approved, answered; eighteen pages without a fault");
});
