// SPDX-License-Identifier: MIT
// node canonical.mjs --canonical PROGRAM [--cases N] [--seed N] [--modules FOLDER]
// Canonical JSON (RFC 8785) by us and by the package canonicalize, over values by chance and over what an attacker would try.
// Within the restricted profile of base/json.h both write the same bytes; outside of it we refuse, and what we do not refuse
// the other writes alike. Exits 77 where the package is not installed.

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import util from "node:util";

if (!util.parseArgs) {
  console.log(`skipped: node ${process.version} is too old, 18.11 is needed`);
  process.exit(77);
}
const { values: options } = util.parseArgs({
  options: {
    canonical: { type: "string" },
    cases: { type: "string", default: "4000" },
    seed: { type: "string", default: "1" },
    modules: { type: "string" },
  },
});

async function peer() {
  const require = createRequire(options.modules ? join(options.modules, "index.js") : import.meta.url);
  for (const folder of require.resolve.paths("canonicalize"))
    try {
      return (await import(pathToFileURL(join(folder, "canonicalize/lib/canonicalize.js")))).default;
    } catch (error) {
      if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
    }
  console.log("skipped: canonicalize is not installed (npm ci)");
  process.exit(77);
}
const canonicalize = await peer();

// -- chance ------------------------------------------------------------------------------------

let state = BigInt(options.seed) * 0x9e3779b97f4a7c15n + 1n;
function below(n) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(n));
}
const pick = (list) => list[below(list.length)];

const CHARACTERS = ["a", "Z", "0", " ", "/", "\\", '"', "\b", "\t", "\n", "\f", "\r", "\u0000", "\u001f", "\u007f", "\u0080",
  "ö", "ß", "\u2028", "\u2029", "\ufeff", "\ufffd", "\uffff", "דּ", "漢", "😀", "\u{10ffff}", "\u{10000}", "e\u0301", "\u202e"];
const NUMBERS = ["0", "1", "-1", "9007199254740991", "-9007199254740991", "4503599627370496", "10", "1000000000000000", "-42"];
const NAMES = ["", "a", "b", "A", "_", "~", "10", "9", "1", "02", " ", "\u0000", "\u001f", "\"", "\\", "__proto__", "toJSON", "constructor",
  "a\nb", "\u007f", "aa", "a ", "ab", "length"];

function characters() {
  return Array.from({ length: below(6) }, () => pick(CHARACTERS)).join("");
}

// The same string in one of its many spellings.
function spell(text) {
  let out = '"';
  for (const unit of text) {
    const raw = unit >= " " && unit !== '"' && unit !== "\\" && below(4) > 0;
    const hex = () => [...Array(unit.length).keys()].map((i) => {
      const code = unit.charCodeAt(i).toString(16).padStart(4, "0");
      return "\\u" + (below(2) ? code : code.toUpperCase());
    }).join("");
    out += raw ? unit : below(2) ? hex() : unit === "/" ? "\\/" : JSON.stringify(unit).slice(1, -1);
  }
  return out + '"';
}

const blank = () => pick(["", "", "", " ", "\t", "\r", "  "]);

function value(depth) {
  const kind = depth > 6 ? below(5) : below(9);
  if (kind === 0) return pick(["true", "false", "null"]);
  if (kind <= 2) return pick(NUMBERS);
  if (kind <= 4) return spell(characters());
  const n = below(6);
  if (kind <= 6) return "[" + blank() + Array.from({ length: n }, () => value(depth + 1) + blank()).join("," + blank()) + "]";
  const names = new Set(Array.from({ length: n }, () => (below(3) ? pick(NAMES) : pick(NAMES) + pick(NAMES))));
  return "{" + blank() + [...names].map((name) => spell(name) + blank() + ":" + blank() + value(depth + 1)).join("," + blank()) + blank() + "}";
}

// -- what is outside of the profile ------------------------------------------------------------

const REFUSED = ["1.0", "0.5", "1e0", "1E2", "-0", "9007199254740992", "-9007199254740992", "1e400", "12345678901234567890",
  '"\\ud800"', '"\\udc00x"', '"\\ud83d\\ud83d"', '"\\udc00\\ud800"', '{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"ö":1}',
  '{"\\u00f6":1}', '{"😀":1}', "", " ", "[", "{", "[1,]", '{"a":1,}', "01", "+1", ".5", "1.", "NaN", "Infinity", "nul", "'a'",
  '"\u0001"', '"\\x41"', '"\\u12"', '"a', "[1]x", "\ufeff1", "// 1", '{"a" 1}', "{1:2}", "[".repeat(65) + "]".repeat(65),
  '{"a":[{"b":{"c":1,"d":2,"c":3}}]}', "[1 2]", "-", "1e", "\u00a01", "tru\u0065x"];

// A good text with a character of it changed.
function damage(good) {
  const text = [...good];
  const at = below(text.length + 1);
  return text.slice(0, at).join("") + pick(['"', "\\", ",", ":", "{", "}", "[", "]", "0", ".", "e", "-", " ", "ö", "\u0001", ""]) + text.slice(at + below(2)).join("");
}

function names(value) {
  if (value === null || typeof value !== "object") return [];
  const inside = Object.values(value).flatMap(names);
  return Array.isArray(value) ? inside : [...Object.keys(value), ...inside];
}

// Why JSON.parse reads what we refuse; "" where there is no reason.
function reason(text) {
  const strings = /"(?:[^"\\]|\\.)*"/gs;
  const written = (text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/gs) ?? []).length;
  const bare = text.replace(strings, '""');
  const parsed = JSON.parse(text);
  const numbers = bare.match(/-?[0-9][0-9.eE+-]*/g) ?? [];
  if (numbers.some((n) => /[.eE]/.test(n) || n === "-0" || !Number.isSafeInteger(Number(n)))) return "number";
  if (names(parsed).length !== written) return "duplicate";
  if (names(parsed).some((n) => /[^\u0000-\u007f]/.test(n))) return "name";
  if (/\\u[dD][89a-fA-F]/.test(text)) return "surrogate";
  return "";
}

// -- side by side ------------------------------------------------------------------------------

const cases = [];
for (let i = 0; i < Number(options.cases); i++) {
  const text = value(0);
  cases.push({ text, good: true });
  cases.push({ text: damage(text), good: null });
}
for (const text of REFUSED) {
  cases.push({ text, good: false });
  if (text.trim()) cases.push({ text: `[0,${text}]`, good: false });
}
cases.push({ text: "[".repeat(64) + "]".repeat(64), good: true });

const done = spawnSync(options.canonical, { input: cases.map((c) => c.text + "\n").join(""), encoding: "utf8", maxBuffer: 1 << 28 });
const lines = done.stdout.split("\n").slice(0, -1);
if (done.status !== 0 || lines.length !== cases.length)
  throw new Error(`${options.canonical} ended with ${done.status ?? done.signal} after ${lines.length} of ${cases.length} lines`);

let accepted = 0;
let wrong = 0;
function tell(c, line, why) {
  wrong++;
  if (wrong <= 10) console.log(`${JSON.stringify(c.text)}\n  ours: ${JSON.stringify(line)}\n  ${why}`);
}
cases.forEach((c, i) => {
  const line = lines[i];
  let theirs;
  try {
    theirs = canonicalize(JSON.parse(c.text));
  } catch {
    theirs = undefined;
  }
  if (line[0] === "=") {
    accepted++;
    if (c.good === false) tell(c, line, "it is outside of the profile");
    else if (theirs !== line.slice(1)) tell(c, line, `canonicalize: ${JSON.stringify(theirs)}`);
  } else if (c.good || (theirs !== undefined && c.good === null && reason(c.text) === "")) {
    tell(c, line, `canonicalize: ${JSON.stringify(theirs)}`);
  }
});
console.log(`${cases.length} texts, ${accepted} of them canonical, ${wrong} disagreements`);
process.exit(wrong > 0 || accepted < Number(options.cases) ? 1 : 0);
