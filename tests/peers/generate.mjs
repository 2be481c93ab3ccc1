// SPDX-License-Identifier: MIT
// Schemas and documents by chance, the same for the same seed. Small pools of names and values, so that a
// document meets what the schema says about it; numbers are kept as they are written.

export function random(seed) {
  let s = seed >>> 0 || 1;
  const next = () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), 1 | s);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, chance: (p) => next() < p, pick: (list) => list[below(list.length)] };
}

const NAMES = ["a", "b", "c", "foo", "bar", "x-1", ""];
const TEXTS = ["", "a", "b", "foo", "foobar", "abc", "aaa", "12", "2024-02-29", "2023-02-29", "10.0.0.1", "h\u00e9", "\u{1f432}", "a b", "A"];
const NUMBERS = ["0", "1", "2", "3", "-1", "1.0", "1.5", "0.1", "0.3", "19.99", "1e2", "100", "-0", "10", "4.35", "9007199254740993"];
const PATTERNS = ["^a", "b$", "^foo", "o+", "^[a-c]*$", "^\\d+$", "^.{1,3}$", "^(a|b)+$", "\\p{L}", "^(?:x|foo)", "^$", "(?=a)", "^\\S*$", "[^a]"];
const FORMATS = ["date", "ipv4", "uuid", "json-pointer"];
const TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"];
export const DRAFTS = {
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  7: "http://json-schema.org/draft-07/schema#",
};

// A number that JSON.stringify writes as it is spelt: the texts of numbers matter.
export const raw = (text) => ({ [RAW]: text });
const RAW = Symbol("raw");

export function write(value) {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (RAW in value) return value[RAW];
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  return `{${Object.entries(value).map(([k, v]) => `${JSON.stringify(k)}:${write(v)}`).join(",")}}`;
}
export const isRaw = (value) => value !== null && typeof value === "object" && RAW in value;

export function document(r, depth = 3) {
  const kind = r.below(depth > 0 ? 10 : 6);
  if (kind === 0) return null;
  if (kind === 1) return r.chance(0.5);
  if (kind <= 3) return raw(r.pick(NUMBERS));
  if (kind <= 5) return r.pick(TEXTS);
  if (kind <= 7) return Array.from({ length: r.below(5) }, () => document(r, depth - 1));
  return Object.fromEntries(Array.from({ length: r.below(5) }, () => [r.pick(NAMES), document(r, depth - 1)]));
}

function distinct(list) {
  const canonical = (v) =>
    v === null || typeof v !== "object" ? JSON.stringify(v) : Array.isArray(v) ? `[${v.map(canonical)}]`
      : `{${Object.keys(v).sort().map((k) => JSON.stringify(k) + canonical(v[k]))}}`;
  return [...new Map(list.map((v) => [canonical(JSON.parse(write(v))).replaceAll("-0", "0"), v])).values()];
}

class Maker {
  constructor(r, draft) {
    this.r = r;
    this.draft = draft;
    this.later = draft !== "7";
    this.defs = ["d0", "d1"];
  }

  size() {
    return this.r.below(4);
  }

  some(make, most = 3) {
    return Array.from({ length: 1 + this.r.below(most) }, make);
  }

  map(make, keys = NAMES) {
    return Object.fromEntries(this.some(() => [this.r.pick(keys), make()]));
  }

  names() {
    return [...new Set(this.some(() => this.r.pick(NAMES)))];
  }

  // A reference to itself at the same place would never end: only definitions, whose own references
  // lead to later ones, or through a child to any.
  reference(level, child) {
    const prefix = this.draft === "7" || this.draft === "2019-09" ? "#/definitions/" : "#/$defs/";
    const open = child ? this.defs : this.defs.slice(level);
    if (child && this.r.chance(0.2)) return { $ref: "#" };
    return open.length ? { $ref: prefix + this.r.pick(open) } : true;
  }

  // `level`: which definitions may be named at the same value; `child`: a value below it.
  schema(depth, level = 0, child = false) {
    const r = this.r;
    if (depth <= 0 || r.chance(0.08)) return r.chance(0.85) ? this.leaf() : r.chance(0.7);
    if (r.chance(0.08)) return this.reference(level, child);
    const out = {};
    for (let n = 1 + r.below(3); n > 0; n--) Object.assign(out, this.keyword(depth - 1, level));
    return out;
  }

  leaf() {
    const r = this.r;
    return r.pick([
      () => ({ type: r.chance(0.7) ? r.pick(TYPES) : [...new Set(this.some(() => r.pick(TYPES)))] }),
      () => ({ const: document(r, 1) }),
      () => ({ enum: distinct(this.some(() => document(r, 1), 4)) }),
      () => ({ [r.pick(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"])]: raw(r.pick(NUMBERS)) }),
      () => ({ multipleOf: raw(r.pick(["1", "2", "0.5", "0.1", "0.01", "3"])) }),
      () => ({ [r.pick(["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"])]: this.size() }),
      () => ({ pattern: r.pick(PATTERNS) }),
      () => ({ format: r.pick(FORMATS) }),
      () => ({ uniqueItems: true }),
      () => ({ required: this.names() }),
    ])();
  }

  keyword(depth, level) {
    const r = this.r;
    const here = () => this.schema(depth, level);
    const below = () => this.schema(depth, 0, true);
    const makers = [
      () => this.leaf(),
      () => this.leaf(),
      () => ({ properties: this.map(below), ...(r.chance(0.4) ? { additionalProperties: below() } : {}) }),
      () => ({ patternProperties: this.map(below, PATTERNS), ...(r.chance(0.3) ? { additionalProperties: r.chance(0.5) } : {}) }),
      () => ({ propertyNames: this.leaf() }),
      () => this.tuple(below),
      () => ({ items: below() }),
      () => ({ contains: below(), ...(this.later && r.chance(0.5) ? { [r.pick(["minContains", "maxContains"])]: this.size() } : {}) }),
      () => ({ [r.pick(["allOf", "anyOf", "oneOf"])]: this.some(here) }),
      () => ({ [r.pick(["allOf", "anyOf", "oneOf"])]: this.some(here) }),
      () => ({ not: here() }),
      () => ({ if: here(), ...(r.chance(0.8) ? { then: here() } : {}), ...(r.chance(0.8) ? { else: here() } : {}) }),
      () => this.dependent(here),
    ];
    if (this.later) {
      makers.push(() => ({ unevaluatedProperties: r.chance(0.6) ? false : below() }));
      makers.push(() => ({ unevaluatedItems: r.chance(0.6) ? false : below() }));
    }
    return r.pick(makers)();
  }

  tuple(below) {
    const list = this.some(below);
    const rest = this.r.chance(0.5);
    if (this.draft === "2020-12") return { prefixItems: list, ...(rest ? { items: below() } : {}) };
    return { items: list, ...(rest ? { additionalItems: below() } : {}) };
  }

  dependent(here) {
    if (!this.later) return { dependencies: this.map(() => (this.r.chance(0.5) ? this.names() : here())) };
    return this.r.chance(0.5)
      ? { dependentRequired: this.map(() => this.names()) }
      : { dependentSchemas: this.map(here) };
  }

  whole() {
    const root = this.schema(3);
    const body = typeof root === "boolean" ? {} : "$ref" in root ? { allOf: [root] } : root;
    const defs = Object.fromEntries(this.defs.map((name, i) => [name, this.schema(2, i + 1)]));
    const place = this.draft === "2020-12" ? "$defs" : "definitions";
    const uses = JSON.stringify([write(body), write(defs)]).includes("$ref");
    return { $schema: DRAFTS[this.draft], ...body, ...(uses ? { [place]: defs } : {}) };
  }
}

// One case: a schema and its documents.
export function makeCase(seed, documents) {
  const r = random(seed);
  const draft = r.pick(["2020-12", "2020-12", "2019-09", "7"]);
  return {
    seed,
    schema: new Maker(r, draft).whole(),
    data: Array.from({ length: documents }, () => document(r)),
  };
}
