// SPDX-License-Identifier: MIT
// node differential.mjs --verdicts PROGRAM [--cases N] [--seed N] [--reference PROGRAM] [--modules FOLDER] [--skip-ajv]
// Schemas and documents by chance, judged by us, by ajv, and by a reference program where one is named. Each
// disagreement is shrunk to the keywords that it needs and must belong to a class of disagreements.json, which
// says who is right and why. Exits 0 where every disagreement is explained, 77 where ajv is not installed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import util from "node:util";

import { DRAFTS, isRaw, makeCase, write } from "./generate.mjs";

const DOCUMENTS = 10;
const BATCH = 1000;
if (!util.parseArgs) {
  console.log(`skipped: node ${process.version} is too old, 18.11 is needed`);
  process.exit(77);
}
const { values: options } = util.parseArgs({
  options: {
    verdicts: { type: "string" },
    cases: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    reference: { type: "string" },
    modules: { type: "string" },
    "skip-ajv": { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  },
});
const classes = JSON.parse(readFileSync(new URL("disagreements.json", import.meta.url))).classes;

function ajvs() {
  const require = createRequire(options.modules ? join(options.modules, "index.js") : import.meta.url);
  const load = (name) => {
    const module = require(name);
    return module.default ?? module;
  };
  try {
    const formats = load("ajv-formats");
    const make = (name) => () => formats(new (load(name))({ strict: false, logger: false, unicodeRegExp: true }));
    return { [DRAFTS["2020-12"]]: make("ajv/dist/2020"), [DRAFTS["2019-09"]]: make("ajv/dist/2019"), [DRAFTS[7]]: make("ajv") };
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    console.log("skipped: ajv is not installed (npm ci)");
    process.exit(77);
  }
}
const AJV = ajvs();

// Each case as a line in, a line of letters out.
function judge(cases) {
  const input = cases.map((c) => write({ schema: c.schema, data: c.data }) + "\n").join("");
  const done = spawnSync(options.verdicts, { input, encoding: "utf8", maxBuffer: 1 << 28 });
  const lines = done.stdout.split("\n").slice(0, -1);
  if (done.status !== 0 || lines.length !== cases.length)
    throw new Error(`${options.verdicts} ended with ${done.status ?? done.signal} after ${lines.length} of ${cases.length} lines: ${done.stderr}`);
  return lines;
}

function judgeByAjv(c) {
  try {
    const validate = AJV[c.schema.$schema]().compile(JSON.parse(write(c.schema)));
    return c.data.map((d) => (validate(JSON.parse(write(d))) ? "v" : "i")).join("");
  } catch (error) {
    return `e ${error.message}`;
  }
}

// The reference's test command takes many schemas at once: our verdicts are what is expected, and what fails
// is a disagreement.
function judgeByReference(cases, ours) {
  const folder = mkdtempSync(join(tmpdir(), "peers-"));
  try {
    cases.forEach((c, i) => {
      if (ours[i].startsWith("e")) return;
      writeFileSync(join(folder, `s${i}.json`), write(c.schema));
      const tests = c.data.map((data, k) => ({ description: `${k}`, valid: ours[i][k] === "v", data }));
      writeFileSync(join(folder, `t${i}.test.json`), write({ target: `./s${i}.json`, tests }));
    });
    const done = spawnSync(options.reference, ["test", folder, "--extension", ".test.json", "--json", "--format-assertion"],
      { encoding: "utf8", maxBuffer: 1 << 28 });
    const report = done.stdout ? JSON.parse(done.stdout) : { error: `it ends by ${done.signal}` };
    return report.results ? readReference(report, cases.length) : halve(cases, ours, report);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

// One schema that the reference does not take refuses them all.
function halve(cases, ours, report) {
  if (cases.length === 1) {
    count(`the reference does not take the schema: ${report.error}`.slice(0, 110));
    return [[]];
  }
  const middle = cases.length >> 1;
  return [
    ...judgeByReference(cases.slice(0, middle), ours.slice(0, middle)),
    ...judgeByReference(cases.slice(middle), ours.slice(middle)),
  ];
}

function readReference(report, length) {
  const out = Array.from({ length }, () => []);
  for (const test of report.results.tests) {
    const i = Number(/t(\d+)\.test\.json/.exec(test.filePath ?? test.suite)[1]);
    out[i][Number(test.name)] = test.status === "passed";
  }
  return out;
}

// Of one pair; ajv's letter, or the reference's.
function letterOf(peer, schema, data, ours) {
  const c = { schema, data: [data] };
  if (peer === "ajv") return judgeByAjv(c);
  const [[same]] = judgeByReference([c], [ours]);
  return same === false ? "other" : ours;
}

function differs(peer, schema, data) {
  const [ours] = judge([{ schema, data: [data] }]);
  if (ours.startsWith("e")) return false;
  const theirs = letterOf(peer, schema, data, ours);
  return !theirs.startsWith("e") && ours !== theirs;
}

// Every value that is one step simpler, each at its place.
function* simpler(value, keep) {
  if (value === null || typeof value !== "object" || isRaw(value)) return;
  const entries = Object.entries(value);
  const rebuild = Array.isArray(value) ? (list) => list.map(([, v]) => v) : Object.fromEntries;
  for (let i = 0; i < entries.length; i++)
    if (!keep.has(entries[i][0])) yield rebuild(entries.filter((_, k) => k !== i));
  for (let i = 0; i < entries.length; i++) {
    const at = (v) => rebuild(entries.map((e, k) => (k === i ? [e[0], v] : e)));
    if (entries[i][1] !== null && typeof entries[i][1] === "object" && !isRaw(entries[i][1])) {
      if (!Array.isArray(entries[i][1])) yield at(true);
      for (const v of simpler(entries[i][1], keep)) yield at(v);
    }
  }
}

const KEEP = new Set(["$schema"]);
function shrink(peer, schema, data) {
  for (let found = true; found; ) {
    found = false;
    for (const s of simpler(schema, KEEP))
      if (differs(peer, s, data)) {
        schema = s;
        found = true;
        break;
      }
    for (const d of found ? [] : simpler(data, new Set()))
      if (differs(peer, schema, d)) {
        data = d;
        found = true;
        break;
      }
  }
  return { schema, data };
}

function keywords(schema, out = new Set()) {
  if (schema === null || typeof schema !== "object" || isRaw(schema)) return out;
  for (const [name, value] of Object.entries(schema)) {
    if (!Array.isArray(schema)) out.add(name);
    keywords(value, out);
  }
  return out;
}

function explain(peer, small) {
  const words = keywords(small.schema);
  const text = write(small.schema) + write(small.data);
  return classes.find((c) =>
    c.peer === peer && c.keywords.every((k) => words.has(k)) && (!c.drafts || c.drafts.some((d) => DRAFTS[d] === small.schema.$schema)) &&
    (!c.text || new RegExp(c.text, "u").test(text)));
}

const tally = new Map();
const count = (name) => tally.set(name, (tally.get(name) ?? 0) + 1);
let pairs = 0, refused = 0, valid = 0, unexplained = 0, reference = 0;

function complain(c, k, what) {
  unexplained++;
  if (unexplained <= 20) console.log(`unexplained: seed ${c.seed}, document ${k}: ${what}`);
}

// Where we are at odds with ajv the reference must be on our side, or be known to be wrong there itself.
function upheld(peer, small) {
  return peer !== "ajv" || !options.reference || explain("the reference", small) ||
    !differs("the reference", small.schema, small.data);
}

function disagree(peer, c, k) {
  const small = shrink(peer, c.schema, c.data[k]);
  const known = upheld(peer, small) ? explain(peer, small) : undefined;
  const [we] = judge([{ schema: small.schema, data: [small.data] }]);
  const words = `we ${we}, ${peer} not: ${write(small.schema)} ${write(small.data)}`;
  count(known ? `${peer}: ${known.name}` : "unexplained");
  if (!known) complain(c, k, words);
  else if (options.verbose) console.log(`${known.name}: ${words}`);
}

function compareAjv(c, ours) {
  const theirs = judgeByAjv(c);
  if (theirs.startsWith("e")) return count(`ajv does not take the schema: ${theirs.slice(2, 60)}`);
  for (let k = 0; k < c.data.length; k++) if (ours[k] !== theirs[k]) disagree("ajv", c, k);
}

function runBatch(first, size) {
  const cases = Array.from({ length: size }, (_, i) => makeCase(first + i, DOCUMENTS));
  const ours = judge(cases);
  const agreed = options.reference ? judgeByReference(cases, ours) : [];
  cases.forEach((c, i) => {
    if (ours[i].startsWith("e")) {
      refused++;
      return complain(c, "-", ours[i] + " " + write(c.schema));
    }
    if (!/^[vi]+$/.test(ours[i])) complain(c, "-", `the two modes differ, or nobody knows: ${ours[i]} ${write(c.schema)}`);
    pairs += c.data.length;
    valid += ours[i].replaceAll("i", "").length;
    if (!options["skip-ajv"]) compareAjv(c, ours[i]);
    (agreed[i] ?? []).forEach((same, k) => {
      reference++;
      if (!same) disagree("the reference", c, k);
    });
  });
}

const total = Number(options.cases);
for (let done = 0; done < total; done += BATCH) runBatch(Number(options.seed) + done, Math.min(BATCH, total - done));
console.log(`${total} schemas, ${pairs} pairs, ${valid} valid; ${reference} judged by the reference too`);
for (const [name, n] of [...tally].sort()) console.log(`  ${n}  ${name}`);
console.log(unexplained ? `${unexplained} unexplained` : "every disagreement is explained");
process.exit(unexplained ? 1 : 0);
