// SPDX-License-Identifier: MIT
// An identity provider that lies on demand: POST /lie {"name": value} says how. It uses nothing but node.
import crypto from "node:crypto";
import http from "node:http";

const pair = (kind, more) => crypto.generateKeyPairSync(kind, more);
const keys = {
	RS256: pair("rsa", { modulusLength: 2048 }), ES256: pair("ec", { namedCurve: "P-256" }), EdDSA: pair("ed25519"),
};
const rsa = {}; // made when a lie needs it
const rsa_of = (bits) => rsa[bits] ??= pair("rsa", { modulusLength: bits });
const encode = (value) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
let lie = {}, asked = [], pending = null;

function sign(alg, text) {
	if (lie.alg === "none") return "";
	if (lie.alg === "HS256") return crypto.createHmac("sha256", lie.secret).update(text).digest("base64url");
	const key = lie.stranger ? rsa_of(2048).privateKey : lie.small ? rsa_of(1024).privateKey : keys[alg].privateKey;
	if (alg === "EdDSA") return crypto.sign(null, Buffer.from(text), key).toString("base64url");
	return crypto.sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url");
}

function token(issuer, client) {
	const now = Math.floor(Date.now() / 1000), alg = lie.signed ?? "RS256";
	const header = { alg: lie.alg ?? alg, kid: alg, ...lie.header };
	const claims = { iss: issuer, aud: client, sub: "u-1", iat: now, exp: now + 300, nonce: pending?.nonce,
		groups: ["reviewers"], ...lie.claims };
	for (const name of lie.without ?? []) delete claims[name];
	const text = `${encode(header)}.${encode(claims)}`;
	return `${text}.${lie.signature ?? sign(alg, text)}`;
}

function judge(form, authorization) {
	const proof = crypto.createHash("sha256").update(form.get("code_verifier") ?? "").digest("base64url");
	if (form.get("code") !== pending?.code || proof !== pending.challenge) return "invalid_grant";
	if (form.get("redirect_uri") !== pending.redirect) return "invalid_redirect";
	const basic = Buffer.from((authorization ?? "").replace("Basic ", ""), "base64").toString();
	return basic === "sluice:a%20secret%2Fwith%20signs" ? null : "invalid_client";
}

const server = http.createServer(async (request, response) => {
	const issuer = `http://127.0.0.1:${server.address().port}`, url = new URL(request.url, issuer);
	let body = "";
	for await (const chunk of request) body += chunk;
	const say = (status, value) => {
		response.writeHead(status, { "content-type": "application/json" });
		response.end(typeof value === "string" ? value : JSON.stringify(value));
	};
	asked.push(url.pathname);
	if (url.pathname === "/lie") {
		lie = JSON.parse(body);
		return say(200, asked.splice(0));
	}
	if (url.pathname === "/.well-known/openid-configuration") {
		return say(200, { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`,
			jwks_uri: `${issuer}/keys`, userinfo_endpoint: `${issuer}/me`, ...lie.discovery });
	}
	if (url.pathname === "/keys") {
		const list = Object.entries(keys).map(([alg, key]) => ({ ...key.publicKey.export({ format: "jwk" }), kid: alg, alg, use: "sig" }));
		if (lie.small) list.push({ ...rsa_of(1024).publicKey.export({ format: "jwk" }), kid: "small" });
		return say(200, lie.keys ?? { keys: list });
	}
	if (url.pathname === "/auth") {
		const q = url.searchParams;
		pending = { code: crypto.randomUUID(), nonce: q.get("nonce"), challenge: q.get("code_challenge"), redirect: q.get("redirect_uri") };
		return say(200, { code: pending.code, state: q.get("state"), method: q.get("code_challenge_method") });
	}
	if (url.pathname === "/token") {
		const wrong = judge(new URLSearchParams(body), request.headers.authorization);
		if (wrong) return say(400, { error: wrong });
		if (!lie.again) pending.code = null;
		return say(lie.status ?? 200, lie.tokens ?? { access_token: "at", token_type: "Bearer", id_token: token(issuer, "sluice") });
	}
	if (url.pathname === "/me") return say(200, lie.me ?? { sub: "u-1", groups: ["reviewers"] });
	return say(404, {});
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => console.log(server.address().port));
process.stdin.resume().on("end", () => process.exit(0));
