# SPDX-License-Identifier: MIT
"""Keys that stay in a token (PKCS#11, tried with SoftHSM): the log's, a witness's and people's, and what a token refuses."""
import json
import os
import re
import shutil
import subprocess
import unittest
import unittest.mock

import sluice
from engines import BY_STDIN
from test_receipt_people import PEOPLE, REASON, ByPeople

MODULE = "/usr/lib/softhsm/libsofthsm2.so"
TOOLS = ("softhsm2-util", "pkcs11-tool")
PIN, WRONG = "5678", "8765"


# SoftHSM itself loses some bytes of memory.
@unittest.mock.patch.dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")
@unittest.skipUnless(os.path.exists(MODULE) and all(map(shutil.which, TOOLS)), "softhsm2 or opensc is not installed")
class Token(ByPeople):
    people = {**PEOPLE, "cleo": ["custodian"]}

    def trust(self, people, **more):
        """Before anybody is named there: the keys of ann, the log and the worker are made in the token."""
        (self.folder / "tokens").mkdir()
        conf = self.write("softhsm2.conf", f"directories.tokendir = {self.folder}/tokens\nobjectstore.backend = file\n")
        self.env["SOFTHSM2_CONF"] = str(conf)
        self.tool("softhsm2-util", "--init-token", "--free", "--label", "desk", "--so-pin", "12345678", "--pin", PIN)
        for number, name in enumerate(("ann", "log", "worker"), 1):
            self.generate(name, f"{number:02}")
        self.write("pin", PIN + "\n").chmod(0o600)
        for name in ("log", "worker"):
            said = self.new("--machine", "--token", self.uri(name, f"&pin-source=file:{self.folder}/pin"), f"{name}.key")
            self.assertEqual(said.code, 0, said.err)
        self.env["SLUICE_WORKER_KEY"] = f"{self.folder}/worker.key"
        super().trust(people, **more)

    def person(self, name):
        if name != "ann":
            return super().person(name)
        made = self.new("--owner", "ann", "--json", "--token", self.uri("ann"), "ann.key", pin=PIN)
        self.assertEqual(made.code, 0, made.err)
        return made.json["public"]

    def by(self, name, *words, pin=PIN, **options):
        if name != "ann":
            return super().by(name, *words, **options)
        return self.call(*words, "--key", self.folder / "ann.key", stdin=pin.encode() + b"\n", env=BY_STDIN, **options)

    def tool(self, *words):
        subprocess.run(words, check=True, capture_output=True, env={**os.environ, "SOFTHSM2_CONF": self.env["SOFTHSM2_CONF"]})

    def generate(self, label, number, *more):
        self.tool("pkcs11-tool", "--module", MODULE, "--login", "--pin", PIN, "--token-label", "desk", "--keypairgen",
                  "--key-type", "EC:edwards25519", "--label", label, "--id", number, *more)

    @staticmethod
    def uri(label, more=""):
        return f"pkcs11:token=desk;object={label}?module-path={MODULE}{more}"

    def new_of_ann(self, uri):
        return self.new("--owner", "ann", "--token", uri, "x.key", pin=PIN)

    def new(self, *words, pin=""):
        return self.call("keys", "new", *words, stdin=pin.encode() + b"\n", env=BY_STDIN)

    def refused(self, said, words):
        self.assertNotEqual(said.code, 0)
        self.assertIn(words, said.out + said.err)
        self.assertNotIn(PIN, said.err + said.out)

    def test_a_person_decides_and_the_log_signs_with_keys_that_never_leave_it(self):
        run = self.ask()
        self.approve("ann", run)
        self.done("rita", "worker", "--once")
        receipt = self.call("receipt", "export", run)
        self.write("r.json", receipt.out).chmod(0o600)
        proved = self.sluice("receipt", "verify", "r.json", "--trust", "trust.yaml")
        self.assertEqual(proved.code, 0, proved.out + proved.err)
        self.assertRegex(proved.out, "approvals +holds: 1 with 1 signed vote")
        worker = json.loads((self.folder / "worker.key").read_text())["public"]
        self.assertIn(f'purpose: worker, public: "{worker}"', (self.folder / "trust.yaml").read_text())
        verified = self.call("ledger", "verify")
        self.assertEqual(verified.code, 0, verified.out)
        for name in ("ann.key", "log.key", "worker.key"):
            file = json.loads((self.folder / name).read_text())
            self.assertEqual(set(file), {"v", "kind", "owner", "public", "uri"})

    def test_the_logs_key_moves_into_another_place_by_a_rotation(self):
        self.ask()
        self.generate("next", "04")
        said = self.new("--machine", "--json", "--token", self.uri("next", f"&pin-source={self.folder}/pin"), "log.key.next")
        self.assertEqual(said.code, 0, said.err)
        moved = self.done("cleo", "ledger", "key", "rotate", "--reason", "the yearly change")
        self.assertIn(said.json["public"], moved.out)
        self.assertIn("object=next", json.loads((self.folder / "log.key").read_text())["uri"])
        self.ask()
        verified = self.call("ledger", "verify", env={"SLUICE_TRUST": ""})
        self.assertEqual(verified.code, 0, verified.out)

    def test_a_witness_signs_with_a_key_that_never_leaves_it(self):
        self.ask()
        self.assertEqual(self.call("ledger", "checkpoint").code, 0)
        self.generate("witness", "05")
        (self.folder / "w").mkdir(mode=0o700)
        own = self.new("--machine", "--json", "--token", self.uri("witness", f"&pin-source=file:{self.folder}/pin"), "w/witness.key")
        self.assertEqual(own.code, 0, own.err)
        name = "witness.example.net"
        line = '  - {name: %s, purpose: %s, public: "%s", from: 2020-01-01, until: 2099-01-01}\n'
        log = re.search(r"name: (\S+),.*purpose: log, public: \"(\S+)\"", self.call("ledger", "key").out)
        logs = self.write("logs.yaml", "apiVersion: sluice/v1\npeople: []\nservices:\n" + line % (log[1], "log", log[2]))
        logs.chmod(0o600)
        place = ("--folder", self.folder / "w", "--name", name, "--trust", logs)
        self.assertIn(own.json["public"], self.call("witness", "status", *place).out)
        request = self.write("request", self.call("ledger", "request").out)
        answer = self.call("witness", "sign", request, *place)
        self.assertEqual(answer.code, 0, answer.err)
        text = (self.folder / "trust.yaml").read_text()
        text = text.replace("services:\n", "services:\n" + line % (name, "witness", own.json["public"]))
        self.adopt(re.sub(r"witnesses: \d", "witnesses: 1", text), "cleo")
        taken = self.call("ledger", "cosign", self.write("answer", answer.out))
        self.assertEqual(taken.code, 0, taken.err)
        said = self.call("ledger", "verify").out
        self.assertNotIn("unwitnessed", said)
        self.assertNotIn("witness:", said)
        os.truncate(self.folder / "pin", 0)
        self.refused(self.call("witness", "sign", request, *place), "PIN")

    def test_a_wrong_pin_signs_nothing(self):
        run = self.ask()
        words = self.by("ann", "approvals", "show", run, "--json").json["words"]
        said = self.by("ann", "approvals", "approve", run, "--words", words, "--reason", REASON, pin=WRONG)
        self.refused(said, "PIN")
        self.assertEqual(self.by("ann", "approvals", "show", run, "--json").json["state"], "pending")

    def test_a_machine_with_a_wrong_pin_answers_nothing(self):
        self.write("a.py", "print(1)\n")
        self.write("pin", WRONG + "\n").chmod(0o600)
        self.refused(self.by("rita", "run", "--code", "a.py", "--policy", "pure-compute"), "PIN")
        (self.folder / "pin").chmod(0o644)
        self.refused(self.by("rita", "run", "--code", "a.py", "--policy", "pure-compute"), "pin")
        self.write("pin", PIN + "\n").chmod(0o600)
        said = self.by("rita", "run", "--code", "a.py", "--policy", "pure-compute")
        self.assertEqual(said.code, 0, said.err)

    def test_a_machines_pin_comes_by_a_descriptor_too(self):
        (self.folder / "log.key").unlink()
        said = self.call("keys", "new", "--machine", "--token", self.uri("log"), "log.key", stdin=PIN.encode() + b"\n",
                         env={"SLUICE_PIN_FD": "0"})
        self.assertEqual(said.code, 0, said.err)
        self.refused(self.call("ledger", "checkpoint"), "SLUICE_PIN_FD")
        said = self.call("ledger", "checkpoint", stdin=PIN.encode() + b"\n", env={"SLUICE_PIN_FD": "0"})
        self.assertEqual(said.code, 0, said.err)

    def test_what_names_no_one_key_is_refused(self):
        self.generate("ann", "07")
        self.refused(self.new_of_ann(self.uri("ann")), "several keys of the token match")
        self.refused(self.new_of_ann(self.uri("nobody")), "no such Ed25519 key")
        self.refused(self.new_of_ann(self.uri("ann").replace("desk", "no")), "no token matches")
        self.assertFalse((self.folder / "x.key").exists())

    def test_a_pin_never_stands_in_a_uri(self):
        self.refused(self.new("--machine", "--token", self.uri("log", "&pin-value=0000"), "x.key"), "a URI must not contain a PIN")
        file = json.loads((self.folder / "log.key").read_text())
        file["uri"] = self.uri("log", "&pin-value=0000")
        self.write("log.key", file).chmod(0o600)
        self.refused(self.call("ledger", "checkpoint"), "a URI must not contain a PIN")

    def test_a_key_that_can_be_copied_is_refused(self):
        self.generate("loose", "09", "--extractable")
        self.refused(self.new_of_ann(self.uri("loose")), "can be copied out of its token")

    def test_a_file_that_names_another_key_of_the_token_is_refused(self):
        file = json.loads((self.folder / "ann.key").read_text())
        self.generate("mallory", "0b")
        self.write("ann.key", {**file, "uri": self.uri("mallory")}).chmod(0o600)
        self.ask()
        self.refused(self.by("ann", "run", "task.yaml"), "the token's key differs from the one in")

    def test_one_key_never_serves_a_person_and_a_machine(self):
        self.refused(self.call("keys", "show", "log.key"), "is a machine's key")
        (self.folder / "log.key").write_bytes((self.folder / "ann.key").read_bytes())
        self.refused(self.call("ledger", "checkpoint"), "is a person's key")

    def test_a_module_that_is_not_there_and_a_uri_that_is_none(self):
        gone = self.uri("ann").replace(MODULE, "/usr/lib/none.so")
        self.refused(self.new_of_ann(gone), "can't load the module")
        open_to_all = self.write("module.so", b"no library")
        self.refused(self.new_of_ann(self.uri("ann").replace(MODULE, str(open_to_all))), "can't load the module")
        open_to_all.chmod(0o666)
        self.refused(self.new_of_ann(self.uri("ann").replace(MODULE, str(open_to_all))), "other users may write to the module")
        self.refused(self.new_of_ann("pkcs11:token=desk"), "must name its module")
        self.refused(self.new_of_ann("file:x"), "is not a token's URI")
        self.refused(self.new_of_ann(self.uri("ann").replace("desk", "desk;sort=3")), "unknown parts")

    def test_it_stays_in_its_token(self):
        said = self.call("keys", "agent", self.folder / "ann.key", stdin=PIN.encode() + b"\n", env=BY_STDIN)
        self.assertEqual((said.code, said.err), (2, "sluice: error: a key in a hardware token cannot leave it\n"))


del ByPeople
