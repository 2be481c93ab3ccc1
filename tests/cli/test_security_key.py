# SPDX-License-Identifier: MIT
"""A person's FIDO2 security key (sk-ssh-ed25519): votes that an agent gets from it, and what such a key does not sign.

The device and its agent are software, written here after OpenSSH's PROTOCOL.u2f and the agent's draft; OpenSSH itself verifies
what they make. Another device in software (soft_security_key.c) is used through OpenSSH's own programs. No hardware was tried.
"""
import base64
import ctypes
import hashlib
import json
import os
import shutil
import socketserver
import struct
import subprocess
import threading
import unittest

import sluice
import test_receipt_people
from engines import BY_STDIN, PASSPHRASE, once
from test_receipt_people import PEOPLE, REASON, ByPeople, signature, soon

ALGORITHM = b"sk-ssh-ed25519@openssh.com"
PRESENT, VERIFIED = 1, 4
SEED = bytes(range(32))


def public_of(seed):
    sodium = ctypes.CDLL("libsodium.so.23")
    public, secret = (ctypes.create_string_buffer(n) for n in (32, 64))
    assert sodium.crypto_sign_seed_keypair(public, secret, seed) == 0
    return public.raw


def string(b):
    return struct.pack(">I", len(b)) + b


def take(data):
    n, = struct.unpack_from(">I", data)
    return data[4:4 + n], data[4 + n:]


class Device:
    """What it is told to say of the touch; the counter grows with each signature."""

    def __init__(self, application=b"ssh:", flags=PRESENT):
        self.application, self.flags, self.counter = application, flags, 0
        self.blob = string(ALGORITHM) + string(public_of(SEED)) + string(application)

    def touch(self, text, application=None, flags=None):
        """The 64 bytes, and flags with counter."""
        self.counter += 1
        told = struct.pack(">BI", self.flags if flags is None else flags, self.counter)
        name = self.application if application is None else application
        return signature(SEED, hashlib.sha256(name).digest() + told + hashlib.sha256(text).digest()), told

    def answer(self, text):
        bytes_, told = self.touch(text)
        return string(ALGORITHM) + string(bytes_) + told


class Agent(socketserver.ThreadingUnixStreamServer):
    """ssh-agent's protocol: it lists the device's key, and signs with it."""
    daemon_threads = True

    def __init__(self, path, device):
        self.device, self.asked = device, []
        super().__init__(str(path), Talk)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Talk(socketserver.StreamRequestHandler):
    def handle(self):
        device = self.server.device
        while head := self.rfile.read(4):
            asked = self.rfile.read(struct.unpack(">I", head)[0])
            said = b"\x05"  # failure
            if asked[0] == 11:
                said = b"\x0c" + struct.pack(">I", 1) + string(device.blob) + string(b"ann")
            elif asked[0] == 13:
                key, rest = take(asked[1:])
                text, _ = take(rest)
                if key == device.blob:
                    self.server.asked.append(text)
                    said = b"\x0e" + string(device.answer(text))
            self.wfile.write(string(said))


class Touched(ByPeople):
    verify = ""
    people = {**PEOPLE, "ann": ["approver", "requester"]}
    signed_again = test_receipt_people.Several.signed_again

    def setUp(self):
        self.device = Device()
        super().setUp()
        self.agent = Agent(self.folder / "agent", self.device)
        self.addCleanup(self.agent.server_close)
        self.addCleanup(self.agent.shutdown)
        self.env["SSH_AUTH_SOCK"] = f"{self.folder}/agent"

    def public(self):
        return f"{ALGORITHM.decode()} {base64.b64encode(self.device.blob).decode()}"

    def person(self, name):
        if name != "ann":
            return super().person(name)
        self.write("ann.pub", f"{self.public()} ann\n").chmod(0o644)
        return self.public()

    def trust(self, people, **more):
        super().trust(people, **more)
        path = self.folder / "trust.yaml"
        path.write_text(path.read_text().replace(f'{self.public()}"', f'{self.public()}"{self.verify}'))

    def by(self, name, *words, **options):
        if name != "ann":
            return super().by(name, *words, **options)
        return self.call(*words, "--key", self.folder / "ann.pub", stdin=b"", **options)

    def vote(self, run):
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        return self.by("ann", "approvals", "approve", run, "--words", words, "--reason", REASON)

    def refused(self, said, *words):
        self.assertNotIn(said.code, (0, 70), said.out)
        for part in words:
            self.assertIn(part, said.out + said.err)

    def spoiled(self, how):
        """A receipt whose vote was signed or told otherwise, under a signature by the stolen key of the log."""
        def change(p):
            envelope = p["approvals"][0]["votes"][0]
            one = envelope["signatures"][0]
            kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"])
            text = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
            one["sig"] = base64.b64encode(how(base64.b64decode(one["sig"]), text, one)).decode()
        return self.signed_again(change)


class Votes(Touched):
    def test_a_touch_approves_and_everybody_can_verify_it(self):
        run = self.ask()
        self.approve("ann", run)
        self.assertEqual(len(self.agent.asked), 1)
        self.assertTrue(self.agent.asked[0].startswith(b"DSSEv1 28 application/vnd.in-toto+json "))
        self.work()
        predicate, found, _ = self.receipt(run)
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")
        verified = self.call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out)
        stored = self.call("store", "verify")
        self.assertEqual(stored.code, 0, stored.out + stored.err)
        self.receipts_with_other_signatures_are_refused()

    def receipts_with_other_signatures_are_refused(self):
        device = self.device

        def presence_cleared(sig, text, _):
            return sig[:64] + bytes([0]) + sig[65:]

        def untouched(sig, text, _):
            return b"".join(device.touch(text, flags=0))

        def other_application(sig, text, _):
            return b"".join(device.touch(text, application=b"ssh:other"))

        def other_counter(sig, text, _):
            return sig[:65] + struct.pack(">I", struct.unpack(">I", sig[65:])[0] + 1)

        def raw_key(sig, text, _):
            return signature(SEED, text)

        def raw_key_under_its_plain_id(sig, text, one):
            one["keyid"] = hashlib.sha256(public_of(SEED)).hexdigest()
            return signature(SEED, text)

        def cut(sig, text, _):
            return sig[:68]

        def touch_cut_off(sig, text, _):
            return sig[:64]

        again = self.spoiled(lambda sig, text, _: b"".join(device.touch(text)))
        self.assertTrue(again["approvals"]["good"], again)  # a good signature, and not the one in the log
        self.assertFalse(again["votes"]["good"], again)
        for how in (presence_cleared, untouched, other_application, other_counter, raw_key, raw_key_under_its_plain_id, cut,
                    touch_cut_off):
            found = self.spoiled(how)["approvals"]
            self.assertFalse(found["good"], how.__name__)
            self.assertRegex(found["detail"], "the signature does not hold|belongs to no one|must be 64 bytes, or 69", how.__name__)

    @once
    def test_an_agent_that_signs_without_a_touch_or_something_else(self):
        run = self.ask()
        self.device.flags = 0
        self.refused_by_agent(run, "nobody touched the security key")
        self.device.flags = VERIFIED
        self.refused_by_agent(run, "nobody touched the security key")
        self.device.flags = PRESENT
        for answer, words in ((lambda text: string(ALGORITHM) + string(signature(SEED, text)), "did not sign"),
                              (lambda text: string(b"ssh-ed25519") + string(signature(SEED, text)), "did not sign"),
                              (lambda text: string(ALGORITHM) + string(signature(SEED, text)) + bytes([1, 0, 0, 0, 1]), "something else"),
                              (lambda text: Device.answer(self.device, text)[:-1], "did not sign"),
                              (lambda text: Device.answer(self.device, text) + b"\0", "did not sign"),
                              (lambda text: Device.answer(self.device, text + b"x"), "something else")):
            self.device.answer = answer
            self.refused_by_agent(run, words)
        del self.device.answer
        self.approve("ann", run)

    def refused_by_agent(self, run, words):
        said = self.vote(run)
        self.assertNotEqual(said.code, 0, said.out)
        self.assertIn(words, said.err)

    @once
    def test_it_signs_through_an_agent_alone(self):
        run = self.ask()
        self.env["SSH_AUTH_SOCK"] = "/none"
        self.refused(self.vote(run), "no ssh-agent holds the security key of", "`ssh-add NAME`")
        self.refused(self.call("keys", "agent", "ann.pub", stdin=PASSPHRASE, env=BY_STDIN), "`ssh-add` gives a security key to ssh-agent")

    def test_requests_and_other_acts_too(self):
        run = self.ask("ann")
        lent = self.done("ann", "approvals", "delegate", "add", "--to", "dan", "--role", "approver", "--until", soon(2),
                         "--reason", "away for two days").out.strip()
        self.approve("bob", run)
        self.work()
        self.assertEqual(self.receipt(run)[1]["request"]["detail"], "signed by Ann of the tests")
        run = self.ask()
        self.approve("dan", run, "--on-behalf", "ann")
        self.done("ann", "approvals", "delegate", "revoke", lent)
        verified = self.call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out)


class Verified(Touched):
    verify = ", verify: required"

    @once
    def test_a_trust_file_may_ask_for_more_than_a_touch(self):
        run = self.ask()
        self.refused(self.vote(run), "the signature does not hold", "PIN or fingerprint")
        self.device.flags = PRESENT | VERIFIED
        self.approve("ann", run)
        self.work()
        _, found, _ = self.receipt(run)
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")
        found = self.spoiled(lambda sig, text, _: b"".join(self.device.touch(text, flags=PRESENT)))
        self.assertFalse(found["approvals"]["good"])


@once
@unittest.skipUnless(os.path.exists("/usr/lib/openssh/ssh-sk-helper"), "OpenSSH's helper for security keys is not installed")
class OpenSSH(ByPeople):
    """ssh-keygen, ssh-add and ssh-agent make the key, keep its handle and get the signatures."""

    def setUp(self):
        self.device = os.environ["SLUICE_TEST_SECURITY_KEY"]
        super().setUp()
        self.env["SSH_AUTH_SOCK"] = path = f"{self.folder}/agent"
        agent = subprocess.Popen(["ssh-agent", "-D", "-a", path, "-P", self.device], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                 env={**os.environ, "SLUICE_TEST_TOUCH": f"{self.folder}/touch", "ASAN_OPTIONS": "detect_leaks=0"})
        self.addCleanup(lambda: (agent.terminate(), agent.communicate()))
        self.assertIn(path.encode(), agent.stdout.readline())  # it is printed once it listens

    def ssh(self, *words):
        subprocess.run(words, cwd=self.folder, check=True, capture_output=True, stdin=subprocess.DEVNULL,
                       env={**os.environ, "SSH_AUTH_SOCK": self.env.get("SSH_AUTH_SOCK", "")})

    def person(self, name):
        if name != "ann":
            return super().person(name)
        self.ssh("ssh-keygen", "-q", "-t", "ed25519-sk", "-w", self.device, "-N", "", "-C", "ann", "-f", "ann_sk")
        return json.loads(self.sluice("keys", "show", "--json", "ann_sk.pub").out)["public"]

    def vote(self, run, words):
        return self.call("approvals", "approve", run, "--words", words, "--reason", REASON, "--key", "ann_sk.pub", stdin=b"")

    def test_a_key_from_its_making_to_the_receipt(self):
        run = self.ask()
        words = self.call("approvals", "show", run, "--json", "--key", "ann_sk.pub").json["words"]
        self.assertIn("no ssh-agent holds the security key of 'ann_sk.pub'", self.vote(run, words).err)
        self.ssh("ssh-add", "-S", self.device, "ann_sk")
        self.assertIn("ssh-agent has the key but did not sign", self.vote(run, words).err)  # nobody touches it
        self.write("touch", "0")
        self.assertIn("nobody touched the security key", self.vote(run, words).err)
        self.write("touch", "1")
        voted = self.vote(run, words)
        self.assertEqual(voted.code, 0, voted.out + voted.err)
        self.work()
        predicate, found, _ = self.receipt(run)
        self.assertEqual(found["approvals"]["detail"], "1 with 1 signed vote")
        signed = base64.b64decode(predicate["approvals"][0]["votes"][0]["signatures"][0]["sig"])
        self.assertEqual(signed[64:], bytes([1, 1, 2, 3, 4]))


@once
class Enrolment(sluice.Case):
    def setUp(self):
        super().setUp()
        self.device = Device()
        self.text = f"{ALGORITHM.decode()} {base64.b64encode(self.device.blob).decode()}"
        self.plain = "ed25519:" + base64.urlsafe_b64encode(public_of(SEED)).decode().rstrip("=")

    def file(self, text, name="ann.pub", mode=0o644):
        self.write(name, text).chmod(mode)
        return name

    def test_the_file_that_openssh_wrote(self):
        shown = self.sluice("keys", "show", "--json", self.file(f"{self.text} ann\n"))
        self.assertEqual(shown.code, 0, shown.err)
        self.assertEqual((shown.json["owner"], shown.json["public"]), ("ann", self.text))
        self.assertEqual(shown.json["keyid"], hashlib.sha256(self.device.blob).hexdigest())
        line = self.sluice("keys", "public", "ann.pub")
        self.assertRegex(line.out, '^- {public: "' + self.text.replace("+", "[+]") + '", from: ')

    @unittest.skipUnless(shutil.which("ssh-keygen"), "no ssh-keygen")
    def test_its_id_is_openssh_s_fingerprint(self):
        self.file(f"{self.text} ann\n")
        told = subprocess.run(["ssh-keygen", "-l", "-f", "ann.pub"], cwd=self.folder, capture_output=True, check=True).stdout.decode()
        keyid = bytes.fromhex(self.sluice("keys", "show", "--json", "ann.pub").json["keyid"])
        self.assertIn("SHA256:" + base64.b64encode(keyid).decode().rstrip("=") + " ", told)

    @unittest.skipUnless(shutil.which("ssh-keygen"), "no ssh-keygen")
    def test_openssh_takes_what_this_device_signs(self):
        """Else the tests would prove only that two programs of ours agree."""
        agent = Agent(self.folder / "agent", self.device)
        self.addCleanup(agent.server_close)
        self.addCleanup(agent.shutdown)
        self.file(f"{self.text} ann\n")
        self.file(f"ann {self.text}\n", "allowed")
        for flags, application, good in ((PRESENT, b"ssh:", True), (PRESENT | VERIFIED, b"ssh:", True), (PRESENT, b"ssh:other", False)):
            self.device.flags, self.device.application = flags, application
            text = self.file("a text\n", "text")
            (self.folder / "text.sig").unlink(missing_ok=True)
            signed = subprocess.run(["ssh-keygen", "-Y", "sign", "-f", "ann.pub", "-n", "test", text], cwd=self.folder,
                                    env={**os.environ, "SSH_AUTH_SOCK": f"{self.folder}/agent"}, capture_output=True)
            self.assertEqual(signed.returncode, 0, signed.stderr)
            judged = subprocess.run(["ssh-keygen", "-Y", "verify", "-f", "allowed", "-I", "ann", "-n", "test", "-s", "text.sig"],
                                    cwd=self.folder, input=b"a text\n", capture_output=True)
            self.assertEqual(judged.returncode == 0, good, judged.stderr)

    def test_files_that_are_none(self):
        blob = base64.b64encode
        for text, words in ((f"{self.text}\n", "a comment that is no person's id"), (f"{self.text} ann example\n", "no person's id"),
                            (f'{self.text} a"b\n', "no person's id"), (f"{self.text} a\x1b[2J\n", "no person's id"),
                            ("ssh-ed25519 AAAA ann\n", "not a security key's public file"), ("", "not a security key's public file"),
                            (f"{ALGORITHM.decode()} AAAA ann\n", "not a security key's public key"),
                            (f"{ALGORITHM.decode()} {blob(Device(b'example.org').blob).decode()} ann\n", "its application begins with 'ssh:'")):
            said = self.sluice("keys", "show", self.file(text))
            self.assertEqual(said.code, 2, text)
            self.assertIn(words, said.err, text)
        self.assertNotEqual(self.sluice("keys", "show", self.file(f"{self.text} ann\n", mode=0o666)).code, 0)

    def checked(self, people, services=""):
        span = "from: 2020-01-01, until: 2099-01-01"
        lines = ["apiVersion: sluice/v1", "people:"]
        for name, key in people:
            lines += [f"  - id: {name}", f"    name: {name.title()}", f"    keys: [{{{key}, {span}}}]"]
        self.file("\n".join(lines) + "\n" + services.replace("SPAN", span), "trust.yaml")
        return self.sluice("trust", "check", "trust.yaml")

    def test_the_trust_file(self):
        key, plain = f'public: "{self.text}"', f'public: "{self.plain}"'
        other = f'public: "{ALGORITHM.decode()} {base64.b64encode(Device(b"ssh:other").blob).decode()}"'
        web = f'public: "{ALGORITHM.decode()} {base64.b64encode(Device(b"example.org").blob).decode()}"'
        for people in ([("ann", key)], [("ann", key + ", verify: required")]):
            said = self.checked(people)
            self.assertEqual(said.code, 0, said.err)
        for people, words in (([("ann", plain + ", verify: required")], "only a security key can 'verify' its person"),
                              ([("ann", key + ", verify: preferred")], "verify"),
                              ([("ann", key + ", verify: true")], "verify"),
                              ([("ann", key), ("bob", key)], "this key is listed twice"),
                              ([("ann", key), ("bob", plain)], "this key is listed twice"),
                              ([("ann", key), ("bob", other)], "this key is listed twice"),
                              ([("ann", web)], "its application begins with 'ssh:'")):
            said = self.checked(people)
            self.assertEqual(said.code, 1, people)
            self.assertIn(words, said.err + said.out)
        service = "services:\n  - {name: example.org/prod, purpose: log, KEY, SPAN}\n"
        self.assertIn("public", self.checked([], service.replace("KEY", key)).err)
        self.assertIn("this is a person's key; a service needs its own", self.checked([("ann", key)], service.replace("KEY", plain)).err)


if __name__ == "__main__":
    unittest.main()
