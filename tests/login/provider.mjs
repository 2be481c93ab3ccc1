// SPDX-License-Identifier: MIT
// A real identity provider (npm's oidc-provider) with the accounts ann and eve, whose groups it tells when it is asked.
// Its argument is where a person is sent back to. It signs with the algorithm that the second argument names.
import { generateKeyPairSync } from "node:crypto";
import http from "node:http";
import Provider from "oidc-provider";

const [redirect, alg = "RS256"] = process.argv.slice(2);
const made = alg === "ES256" ? generateKeyPairSync("ec", { namedCurve: "P-256" })
	: alg === "EdDSA" ? generateKeyPairSync("ed25519") : generateKeyPairSync("rsa", { modulusLength: 2048 });
const server = http.createServer();
server.listen(0, "127.0.0.1", () => {
	const issuer = `http://127.0.0.1:${server.address().port}`;
	const provider = new Provider(issuer, {
		clients: [{ client_id: "sluice", client_secret: "a secret/with signs", redirect_uris: [redirect],
			id_token_signed_response_alg: alg, application_type: "web" }],
		claims: { openid: ["sub"], groups: ["groups"] },
		scopes: ["openid", "groups"],
		jwks: { keys: [{ ...made.privateKey.export({ format: "jwk" }), alg, use: "sig", kid: "k1" }] },
		cookies: { keys: ["for tests alone"] },
		enabledJWA: { idTokenSigningAlgValues: ["RS256", "ES256", "EdDSA"] },
		features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
		findAccount: (_, id) => ({
			accountId: id,
			claims: () => ({ sub: id, groups: id === "ann" ? ["reviewers"] : id === "bo" ? ["analysts"] : ["others"] }),
		}),
	});
	server.on("request", provider.callback());
	console.log(issuer);
});
process.stdin.resume().on("end", () => process.exit(0));
