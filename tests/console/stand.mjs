// SPDX-License-Identifier: MIT
// What the tests of the console share: the browser, a service of their own, people with keys, and a look at a page by axe in
// light and dark, wide and narrow. Exit code 77: no browser or no driver here.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Without a window's frame, the same pages take two thirds of the time.
const browser_path = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
if (!browser_path || !existsSync(new URL("node_modules", import.meta.url))) {
  console.log("skipped: this needs Debian's chromium-headless-shell or chromium, and npm ci in tests/console");
  process.exit(77);
}
const { chromium } = await import("playwright-core");
const { default: { source: axe } } = await import("axe-core");

export const program = resolve(process.argv[2]), shots = process.argv[3];
export const folder = mkdtempSync(join(tmpdir(), "sluice-console-"));
const port = await new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const free = probe.address().port;
    probe.close(() => done(free));
  });
});
export const base = `http://127.0.0.1:${port}`;
const bare = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder };
const env = { ...bare, SLUICE_STORE: `sqlite:${folder}/store/s.db`,
  SLUICE_LOG_KEY: join(folder, "log.key"), SLUICE_TRUST: join(folder, "trust.yaml") };

export const browser = await chromium.launch({ executablePath: browser_path, args: ["--no-sandbox"] });
export const faults = []; // what a page said went wrong
let service, ended;

// `sluice serve`; what it printed until it listens.
export async function serve(...words) {
  service = spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, ...words],
    { cwd: folder, env: words.includes("--demo") ? bare : env, stdio: ["ignore", "pipe", "inherit"] });
  ended = new Promise((done) => service.once("exit", done));
  let said = "";
  for await (const part of service.stdout) {
    said += part;
    if (said.includes("listening")) break;
  }
  return said;
}

export async function stop() {
  service?.kill("SIGTERM");
  await ended;
  service = undefined;
}

export async function run(test) {
  try {
    await test();
  } finally {
    await browser.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

export function sluice(...words) {
  const done = spawnSync(program, words, { cwd: folder, env, encoding: "utf8" });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

export const write = (name, text) => {
  writeFileSync(join(folder, name + ".next"), text, { mode: 0o600 });
  renameSync(join(folder, name + ".next"), join(folder, name));
};
export const read = (name) => readFileSync(join(folder, name), "utf8");

// A person's key: what the trust file says of it, and what the person's browser is given.
export function key_of() {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const open = publicKey.export({ format: "jwk" }).x;
  return { text: `ed25519:${open}`, secret: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"), open };
}

// people: {id: {roles, rights, key}}. Writes trust.yaml and tokens.yaml; each person gets a token.
export function settle(people, more = "") {
  const span = "from: 2020-01-01, until: 2099-01-01";
  let trust = `apiVersion: sluice/v1\nrevision: 1\n${more}people:\n`, tokens = "tokens:\n";
  for (const [id, who] of Object.entries(people)) {
    trust += `  - id: ${id}\n    name: ${id[0].toUpperCase()}${id.slice(1)} of the tests\n    keys:\n`
      + `      - {public: "${who.key.text}", ${span}}\n    roles:\n`
      + who.roles.map((role) => `      - {role: ${role}, scope: "*", ${span}}\n`).join("");
    const said = sluice("serve", "token", "--for", id, "--rights", who.rights);
    assert.equal(said.code, 0, said.err);
    who.token = said.out.trim();
    tokens += said.err.split("\n").slice(1).join("\n");
  }
  mkdirSync(join(folder, "store"), { recursive: true, mode: 0o700 });
  write("trust.yaml", trust.replace(/ {4}roles:\n(?= {2}- id|$)/g, "    roles: []\n"));
  write("tokens.yaml", tokens);
}

export async function visitor() {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(90000); // beside other work
  const wait = page.waitForFunction.bind(page); // ten times a second: with each frame, the page is painted all the while
  page.waitForFunction = (holds, what, options) => wait(holds, what, { polling: 100, ...options });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("dialog", (dialog) => { faults.push(`a program opened a dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("console", (message) => message.type() === "error" && !/4\d\d/.test(message.text()) && faults.push(message.text()));
  return page;
}

// A browser of this person's own, signed in, with the key in it.
export async function enter(id, who) {
  const page = await visitor();
  await page.goto(base + "/login");
  if (who.key) await page.evaluate(async ([me, secret, open]) => {
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    const pair = { privateKey: await crypto.subtle.importKey("pkcs8", bytes(secret), "Ed25519", false, ["sign"]),
      publicKey: await crypto.subtle.importKey("raw", bytes(open), "Ed25519", true, ["verify"]) };
    await kept("readwrite", (keys) => keys.put(pair, me));
  }, [id, who.key.secret, who.key.open]);
  await page.fill("#token", who.token);
  await page.click("main form:has(#token) button");
  await page.waitForURL((url) => url.pathname !== "/login");
  return page;
}

// 320 by 225 is a window of 1280 by 900 at 400 % zoom.
const SIZES = [["light", 1280, 900], ["dark", 390, 844], ["light", 320, 225]];
const SHOTS = [["dark", 1280, 900], ["light", 390, 844], ["dark", 320, 225]];

export async function look(page, name) {
  const size = page.viewportSize();
  assert.equal(page.frames().length, 1, `${name} has no frames, which axe would have to be told of`);
  await page.evaluate(axe);
  for (const [scheme, width, height] of [...SIZES, ...(shots ? SHOTS : [])]) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    const broken = await page.evaluate(async () => (await axe.run({ resultTypes: ["violations"] })).violations.map((v) => `${v.id}: ${v.nodes[0].html}`));
    assert.deepEqual(broken, [], `${name}, ${scheme}, ${width}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    assert.equal(wide, false, `${name} scrolls sideways at ${width}`);
    if (shots) await page.screenshot({ path: join(shots, `${name}-${scheme}-${width}.png`), fullPage: true });
  }
  await page.setViewportSize(size);
}

export async function visit(page, path, name) {
  await page.goto(base + path);
  await look(page, name);
}

// Its page is rendered once, when it is there.
export async function until_shown(page, path, place, words) {
  const shown = () => page.evaluate(async ([at, where]) => new DOMParser().parseFromString(
    await (await fetch(at)).text(), "text/html").querySelector(where)?.textContent ?? "", [base + path, place]);
  for (let i = 0; i < 300 && !words.test(await shown()); i++) await page.waitForTimeout(100);
  await page.goto(base + path);
  assert.match(await page.textContent(place), words, path);
}

export async function review(page, run) {
  await page.goto(`${base}/approvals/${run}`);
  await page.waitForFunction(() => !/has not hashed/.test(document.getElementById("hashed").textContent));
  assert.match(await page.textContent("#hashed"), /^This browser hashed/);
}

// Signs a vote; what was missing, where it was not taken.
export async function vote(page, answer, reason) {
  await page.waitForSelector("#ballot:not([hidden])");
  await page.check(`[value=${answer}]`);
  await page.fill("#reason", reason);
  if (answer === "approve") {
    for (const finding of await page.locator(".code .finding > summary").all()) await finding.click();
    const words = await page.locator(".words li").allTextContents();
    for (const name of ["a", "b"]) {
      const label = await page.textContent(`label[for=word_${name}]`);
      await page.fill(`#word_${name}`, words[Number(label.match(/\d/)[0]) - 1]);
    }
  }
  await page.evaluate(() => { window.stays = true; document.getElementById("missing").replaceChildren(); });
  await page.click("#ballot button.main");
  await page.waitForFunction(() => !window.stays || document.getElementById("missing").textContent);
  return await page.evaluate(() => window.stays && document.getElementById("missing").textContent) || "";
}
