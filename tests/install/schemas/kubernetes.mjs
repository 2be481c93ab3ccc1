// SPDX-License-Identifier: MIT
// Each object of packaging/kubernetes/sluice.yaml against Kubernetes' schemas, and what the walls of its pods must be.
// `npm ci --ignore-scripts` in this folder first.
import { existsSync, readFileSync } from "node:fs";
import assert from "node:assert/strict";

if (!existsSync(new URL("node_modules", import.meta.url))) {
	console.log("skipped: 'npm ci --ignore-scripts' in tests/install/schemas installs the schemas");
	process.exit(77);
}
const { loadAll } = await import("js-yaml");

const groups = {
	v1: "v1", "apps/v1": "apps/v1", "networking.k8s.io/v1": "networking.k8s.io/v1", "policy/v1": "policy/v1",
};
const path = new URL("../../../packaging/kubernetes/sluice.yaml", import.meta.url);
const objects = loadAll(readFileSync(path, "utf8"));
const named = (kind, name) => objects.find((o) => o.kind === kind && o.metadata.name === name);

async function validate(object) {
	const kinds = await import(`kubernetes-models/${groups[object.apiVersion]}/${object.kind}`);
	new kinds[object.kind](object).validate();
}

// The validator itself: it refuses what is not there and what has another type.
await assert.rejects(validate({ ...named("Service", "sluice"), spec: { ports: "https" } }));
for (const object of objects) await validate(object);

const pods = objects.filter((o) => o.spec?.template).map((o) => o.spec.template.spec);
assert.equal(pods.length, 3);
for (const pod of pods) {
	assert.equal(pod.hostUsers, false);
	assert.equal(pod.automountServiceAccountToken, false);
	assert.equal(pod.securityContext.runAsNonRoot, true);
	assert.deepEqual(pod.securityContext.seccompProfile, { type: "Localhost", localhostProfile: "sluice.json" });
	for (const box of [...pod.initContainers, ...pod.containers]) {
		assert.deepEqual(box.securityContext.capabilities, { drop: ["ALL"] });
		assert.equal(box.securityContext.allowPrivilegeEscalation, false);
		assert.equal(box.securityContext.readOnlyRootFilesystem, true);
		assert.equal(box.securityContext.privileged, undefined);
		assert.ok(box.resources.limits.memory);
		const mounted = box.volumeMounts.map((m) => m.name);
		const there = [...pod.volumes.map((v) => v.name), "state"];
		assert.deepEqual(mounted.filter((m) => !there.includes(m)), []);
	}
	for (const { configMap, secret } of pod.volumes.find((v) => v.name === "given").projected.sources)
		assert.ok(named(configMap ? "ConfigMap" : "Secret", (configMap ?? secret).name));
}
// The log's key is in one pod alone.
assert.equal(objects.filter((o) => o.stringData?.["log.key"]).length, 1);
console.log(`${objects.length} objects, 3 workloads: as Kubernetes' schemas say`);
