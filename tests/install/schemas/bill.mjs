// SPDX-License-Identifier: MIT
// The bill of materials that scripts/package wrote, against CycloneDX's own schema.
import { existsSync, readFileSync } from "node:fs";
import assert from "node:assert/strict";

const made = new URL("../../../build/package/sluice.cdx.json", import.meta.url);
if (!existsSync(made) || !existsSync(new URL("node_modules", import.meta.url))) {
	console.log("skipped: scripts/package writes the bill, 'npm ci --ignore-scripts' in tests/install/schemas installs the schema");
	process.exit(77);
}
const { default: Ajv } = await import("ajv");
const { default: formats } = await import("ajv-formats");
const { default: more } = await import("ajv-formats-draft2019");
const schema = (name) => JSON.parse(readFileSync(new URL(
	`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`, import.meta.url)));

const ajv = new Ajv({ strict: false, allErrors: true });
formats(ajv);
more(ajv);
ajv.addFormat("string", true);
for (const name of ["spdx", "jsf-0.82"]) ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
const validate = ajv.compile(schema("bom-1.5"));

const bill = JSON.parse(readFileSync(made));
assert.ok(validate(bill), JSON.stringify(validate.errors, null, 1));
assert.equal(validate({ ...bill, serialNumber: "none" }), false);
const names = bill.components.map((c) => c.name);
for (const name of ["tree-sitter", "tree-sitter-python", "libcurl4", "libmicrohttpd12", "bubblewrap"])
	assert.ok(names.includes(name), name);
assert.ok(names.some((name) => name.startsWith("libpython3.")));
assert.equal(new Set(bill.components.map((c) => c["bom-ref"])).size, bill.components.length);
console.log(`${bill.components.length} components: as CycloneDX's schema says`);
