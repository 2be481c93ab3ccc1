// SPDX-License-Identifier: MIT
// Judges documents by a schema, with a validator that is not ours: {"schema", "strict", "documents"} on standard input. `strict`:
// what a schema does not name is a fault, too, so that no member is forgotten in it.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const require = createRequire(process.argv[2] + "/package.json");
const Ajv = require("ajv/dist/2020.js").default, formats = require("ajv-formats").default;
const { schema, strict, documents } = JSON.parse(readFileSync(0, "utf8"));
const close = (s, inside) => {
	if (s === null || typeof s !== "object") return;
	if (strict && s.properties && s.additionalProperties === undefined && !inside) s.additionalProperties = false;
	if (strict && s.allOf && !inside) s.unevaluatedProperties = false;
	for (const [name, value] of Object.entries(s)) close(value, name === "allOf" || (inside && Array.isArray(s)));
};
const open = new Set((schema.$defs ? Object.entries(schema.$defs) : []).flatMap(([, s]) => (s.allOf ?? []).map((a) => a.$ref?.split("/").pop())));
for (const [name, value] of Object.entries(schema.$defs ?? {})) if (!open.has(name)) close(value, false);
const ajv = new Ajv({ strict: false, allErrors: true });
formats(ajv);
const judge = ajv.compile(schema);
const faults = documents.flatMap((d, i) => (judge(d) ? [] : judge.errors.map((e) => `${i}${e.instancePath}: ${e.message} ${JSON.stringify(e.params)}`)));
console.log(JSON.stringify(faults.slice(0, 20)));
