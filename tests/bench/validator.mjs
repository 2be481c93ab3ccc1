// SPDX-License-Identifier: MIT
// node validator.mjs --bench PROGRAM [--modules FOLDER] [--reference PROGRAM]: the validator beside ajv, and beside
// a reference program's own benchmark where one is named, over the same schema and documents in the same run.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values: options } = parseArgs({
  options: { bench: { type: "string" }, modules: { type: "string" }, reference: { type: "string" } },
});

const SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["orders"],
  additionalProperties: false,
  properties: { orders: { type: "array", minItems: 1, items: { $ref: "#/$defs/order" } } },
  $defs: {
    money: { type: "number", minimum: 0, multipleOf: 0.25 },
    country: { enum: ["AT", "BE", "CH", "DE", "DK", "ES", "FI", "FR", "IE", "IT", "LU", "NL", "NO", "PL", "PT", "SE"] },
    address: {
      type: "object",
      required: ["street", "city", "country"],
      additionalProperties: false,
      properties: {
        street: { type: "string", minLength: 1, maxLength: 120 },
        city: { type: "string", minLength: 1, maxLength: 80 },
        zip: { type: "string", pattern: "^[0-9A-Z -]{3,10}$" },
        country: { $ref: "#/$defs/country" },
      },
    },
    line: {
      type: "object",
      required: ["sku", "quantity", "price"],
      additionalProperties: false,
      properties: {
        sku: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
        quantity: { type: "integer", minimum: 1, maximum: 1000 },
        price: { $ref: "#/$defs/money" },
      },
    },
    card: {
      type: "object",
      required: ["kind", "last4"],
      properties: { kind: { const: "card" }, last4: { type: "string", pattern: "^[0-9]{4}$" } },
    },
    transfer: {
      type: "object",
      required: ["kind", "iban"],
      properties: { kind: { const: "transfer" }, iban: { type: "string", pattern: "^[A-Z]{2}[0-9]{2}[0-9A-Z]{10,30}$" } },
    },
    order: {
      type: "object",
      required: ["id", "status", "customer", "lines", "payment", "total"],
      additionalProperties: false,
      properties: {
        id: { type: "string", format: "uuid" },
        placed: { type: "string", format: "date-time" },
        status: { enum: ["new", "paid", "shipped", "returned"] },
        customer: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string", minLength: 1 }, email: { type: "string", format: "email" }, address: { $ref: "#/$defs/address" } },
        },
        lines: { type: "array", minItems: 1, maxItems: 100, items: { $ref: "#/$defs/line" } },
        payment: { oneOf: [{ $ref: "#/$defs/card" }, { $ref: "#/$defs/transfer" }] },
        total: { $ref: "#/$defs/money" },
        tags: { type: "array", uniqueItems: true, items: { type: "string", maxLength: 20 } },
        notes: { type: "object", patternProperties: { "^x-[a-z]+$": { type: "string" } }, additionalProperties: false },
      },
    },
  },
};

function order(i) {
  const id = `3f2504e0-4f89-41d3-9a0c-${i.toString(16).padStart(12, "0")}`;
  const payment = i % 2 ? { kind: "card", last4: "4242" } : { kind: "transfer", iban: "CH9300762011623852957" };
  return {
    id,
    placed: "2026-03-14T09:26:53Z",
    status: ["new", "paid", "shipped"][i % 3],
    customer: {
      name: `Customer number ${i}`,
      email: `c${i}@example.com`,
      address: { street: `Long Street ${i % 200}`, city: "Z\u00fcrich", zip: "8001", country: "CH" },
    },
    lines: Array.from({ length: 5 }, (_, k) => ({ sku: `ABC-${1000 + ((i + k) % 9000)}`, quantity: 1 + k, price: 19.75 + k })),
    payment,
    total: 118.75,
    tags: ["retail", "web", `week-${i % 53}`],
    notes: { "x-source": "import" },
  };
}

const broken = () => {
  const o = order(1);
  delete o.status;
  return { orders: [{ ...o, staus: "paid", total: "5", payment: { kind: "cash" }, lines: [{ ...o.lines[0], sku: "abc", quantity: 0 }] }] };
};
const DOCUMENTS = {
  "small, valid": { orders: [order(1)] },
  "small, not valid": broken(),
  "large, valid": { orders: Array.from({ length: 13000 }, (_, i) => order(i)) },
};

// Processor time in milliseconds, as the program on our side counts it: others work on the machine too.
function spent() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(work, budget = 500) {
  const times = [];
  const end = spent() + budget;
  for (let repeat = 1; times.length < 9 || spent() < end; ) {
    const start = spent();
    for (let i = 0; i < repeat; i++) work();
    const taken = spent() - start;
    if (taken < 2) repeat *= 2;
    else times.push((taken / repeat) * 1e6);
  }
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function ajvFigures(text) {
  const require = createRequire(options.modules ? join(options.modules, "index.js") : import.meta.url);
  try {
    const load = (name) => require(name).default ?? require(name);
    const [Ajv, formats] = [load("ajv/dist/2020"), load("ajv-formats")];
    const make = (allErrors) => formats(new Ajv({ strict: false, allErrors })).compile(SCHEMA);
    const [flag, full] = [make(false), make(true)];
    const value = JSON.parse(text);
    return {
      verdict: flag(value) ? "valid" : "invalid",
      compile: median(() => make(false)),
      parse: median(() => JSON.parse(text)),
      flag: median(() => flag(value)),
      check: median(() => full(value)),
      both: median(() => flag(JSON.parse(text))),
    };
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    return null;
  }
}

const duration = (ns) => (ns >= 1e6 ? `${(ns / 1e6).toFixed(2)} ms` : `${(ns / 1e3).toFixed(2)} \u00b5s`);
const column = (text, n = 12) => String(text).padStart(n);

function show(name, schema, file, text) {
  const done = spawnSync(options.bench, [schema, file], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${options.bench} ended with ${done.status}: ${done.stderr}`);
  const ours = JSON.parse(done.stdout);
  const ajv = ajvFigures(text);
  if (ajv && ajv.verdict !== ours.verdict) throw new Error(`${name}: ajv says ${ajv.verdict}`);
  console.log(`\n${name}: ${ours.bytes} bytes, ${ours.verdict}; peak ${(ours.peak_kib / 1024).toFixed(1)} MiB`);
  console.log(column("", 34) + column("here") + column("ajv") + column("here/ajv"));
  const words = { compile: "compile", parse: "parse", flag: "verdict alone", full: "every instruction", check: "with the causes", both: "parse and verdict" };
  for (const [key, what] of Object.entries(words)) {
    const theirs = ajv?.[key];
    console.log(column(what, 34) + column(duration(ours[key])) + column(theirs ? duration(theirs) : "-") +
      column(theirs ? (ours[key] / theirs).toFixed(2) : "-"));
  }
  // Its times are by the wall clock: on a busy machine they say little.
  for (const mode of options.reference ? [["--fast"], []] : []) {
    const said = spawnSync(options.reference,
      ["validate", schema, file, "--benchmark", "--loop", ours.bytes > 1e6 ? "20" : "20000", "--format-assertion", ...mode], { encoding: "utf8" });
    console.log(`  the reference${mode.length ? ", " + mode : ""}: ${(said.stdout + said.stderr).trim().split("\n").at(-1).replace(/^.*\//, "")}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "bench-"));
try {
  const schema = join(folder, "schema.json");
  writeFileSync(schema, JSON.stringify(SCHEMA, null, 2));
  for (const [name, value] of Object.entries(DOCUMENTS)) {
    const file = join(folder, `${name.replaceAll(/[^a-z]+/g, "-")}.json`);
    writeFileSync(file, JSON.stringify(value));
    show(name, schema, file, JSON.stringify(value));
  }
} finally {
  rmSync(folder, { recursive: true });
}
