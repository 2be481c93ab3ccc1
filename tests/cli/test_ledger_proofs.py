# SPDX-License-Identifier: MIT
"""The ledger's tree, proofs and signatures, by another implementation: the definitions of RFC 6962, 2.1, as they stand there
(not how Sluice computes them), C2SP's signed notes, and Ed25519 by OpenSSL."""
import base64
import re
import struct
import subprocess
import unittest
from hashlib import sha256

from engines import Stored, once

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
except ImportError:
    Ed25519PublicKey = None

WITNESS = "witness.example.net"
SPKI = bytes.fromhex("302a300506032b6570032100")  # RFC 8410: an Ed25519 key as OpenSSL reads it


def largest_power_below(n):
    return 1 << (n - 1).bit_length() - 1


def root(leaves):
    """MTH(D[n])"""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\x00" + leaves[0]).digest()
    k = largest_power_below(len(leaves))
    return sha256(b"\x01" + root(leaves[:k]) + root(leaves[k:])).digest()


def path(m, leaves):
    """PATH(m, D[n])"""
    if len(leaves) == 1:
        return []
    k = largest_power_below(len(leaves))
    return path(m, leaves[:k]) + [root(leaves[k:])] if m < k else path(m - k, leaves[k:]) + [root(leaves[:k])]


def subproof(m, leaves, whole):
    """SUBPROOF(m, D[n], b); PROOF(m, D[n]) is SUBPROOF(m, D[n], true)."""
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = largest_power_below(len(leaves))
    if m <= k:
        return subproof(m, leaves[:k], whole) + [root(leaves[k:])]
    return subproof(m - k, leaves[k:], False) + [root(leaves[:k])]


def signed_by(folder, key, signature, message):
    """Is this an Ed25519 signature? By the package cryptography, or by OpenSSL's program."""
    if Ed25519PublicKey:
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
        except InvalidSignature:
            return False
        return True
    for name, content in (("key", SPKI + key), ("signature", signature), ("message", message)):
        (folder / f"openssl-{name}").write_bytes(content)
    return subprocess.run(["openssl", "pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-rawin",
                           "-inkey", folder / "openssl-key", "-sigfile", folder / "openssl-signature",
                           "-in", folder / "openssl-message"], capture_output=True, check=False).returncode == 0


class Proofs(Stored):
    def setUp(self):
        super().setUp()
        program = self.write("a.py", "print(1)\n")
        for _ in range(3):
            self.call("run", "--code", program, "--policy", "pure-compute")
        self.note = self.call("ledger", "checkpoint").out
        self.leaves = [line.encode() for line in self.call("ledger", "export").out.splitlines()]
        self.assertGreater(len(self.leaves), 12)

    def key(self, *words):
        said = self.call(*words).out
        text = re.search(r"ed25519:([\w-]{43})", said)[1]
        return re.search(r"name: (\S+),", said)[1], base64.urlsafe_b64decode(text + "=")

    def signature(self, note, name):
        text, _, lines = note.partition("\n\n")
        line = next(line for line in lines.splitlines() if line.startswith(f"\N{EM DASH} {name} "))
        bytes_ = base64.b64decode(line.rsplit(" ", 1)[1], validate=True)
        return text.encode() + b"\n", bytes_[:4], bytes_[4:]

    def test_the_root_is_the_definitions(self):
        _, size, hashed = self.note.splitlines()[:3]
        self.assertEqual(int(size), len(self.leaves))
        self.assertEqual(base64.b64decode(hashed), root(self.leaves))

    def test_each_path_is_the_definitions(self):
        for m in range(len(self.leaves)):
            proof = self.call("ledger", "prove", str(m)).json
            self.assertEqual(proof["event"].encode(), self.leaves[m])
            leaves = self.leaves[:proof["size"]]
            self.assertEqual([bytes.fromhex(step) for step in proof["path"]], path(m, leaves))

    def test_each_proof_of_growth_is_the_definitions(self):
        for m in range(len(self.leaves) + 1):
            head, _, _ = self.call("ledger", "request", "--old", str(m)).out.partition("\n\n")
            first, *steps = head.splitlines()
            self.assertEqual(first, f"old {m}")
            self.assertEqual([base64.b64decode(step) for step in steps], subproof(m, self.leaves, True) if m else [])

    @once
    def test_the_logs_signature_holds_for_openssl(self):
        name, key = self.key("ledger", "key")
        text, keyhash, signature = self.signature(self.note, name)
        self.assertEqual(keyhash, sha256(name.encode() + b"\n\x01" + key).digest()[:4])
        self.assertTrue(signed_by(self.folder, key, signature, text))
        self.assertFalse(signed_by(self.folder, key, signature, text + b" "))

    @once
    def test_a_witnesss_signature_holds_for_openssl(self):
        log, key = self.key("ledger", "key")
        public = "ed25519:" + base64.urlsafe_b64encode(key).decode().rstrip("=")
        (self.folder / "w").mkdir(mode=0o700)
        trust = self.write("logs.yaml", "apiVersion: sluice/v1\npeople: []\nservices:\n"
                           f'  - {{name: {log}, purpose: log, public: "{public}", from: 2026-01-01, until: 2100-01-01}}\n')
        trust.chmod(0o600)
        place = "--folder", self.folder / "w", "--name", WITNESS, "--trust", trust
        line = self.call("witness", "sign", self.write("request", self.call("ledger", "request").out), *place).out
        name, key = self.key("witness", "status", *place)
        text, keyhash, signature = self.signature(self.note + line, name)
        self.assertEqual(keyhash, sha256(name.encode() + b"\n\x04" + key).digest()[:4])
        seconds, = struct.unpack(">Q", signature[:8])
        self.assertTrue(signed_by(self.folder, key, signature[8:], b"cosignature/v1\ntime %d\n" % seconds + text))
        self.assertFalse(signed_by(self.folder, key, signature[8:], b"cosignature/v1\ntime %d\n" % (seconds + 1) + text))


if __name__ == "__main__":
    unittest.main()
