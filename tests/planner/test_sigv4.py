# SPDX-License-Identifier: MIT
"""Requests that are signed for AWS (signature version 4): the server works out each signature itself, as AWS describes it in
"Create a signed AWS API request", and the keys are nowhere but in its hands."""
import hashlib
import hmac
import json
import os
import subprocess
import tempfile
import unittest
import urllib.parse

from case import INPUT_WRONG, Case
from fake_provider import PLAN, Reply

ID, SECRET, TOKEN = "AKIDEXAMPLE0000000TEST", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "FwoGZXIvYXdzEBYa/" + "t0k3n+/=" * 90
CREDENTIALS = f"# of a test\n[other]\naws_access_key_id = WRONG\naws_secret_access_key = WRONG\n\n[default]\nregion = eu-west-1\n" \
              f"aws_access_key_id = {ID}\naws_secret_access_key={SECRET}\n"
MODELS = ["test-model", "anthropic.claude-x-20260101-v1:0", "us.amazon.nova_pro~1-v1:0"]


def digest(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def expected(seen, region, secret=SECRET):
    """The Authorization header that this request must have, by what arrived of it."""
    headers = {name.lower(): " ".join(value.split()) for name, value in seen["headers"].items()}
    given = dict(part.split("=", 1) for part in headers["authorization"].split(" ", 1)[1].split(", "))
    names = given["SignedHeaders"]
    path, _, query = seen["path"].partition("?")
    canonical = "\n".join(["POST", urllib.parse.quote(path, safe="/-_.~"), query,
                           *[f"{name}:{headers[name]}" for name in names.split(";")], "", names,
                           hashlib.sha256(seen["body"]).hexdigest()])
    date = headers["x-amz-date"]
    scope = f"{date[:8]}/{region}/bedrock/aws4_request"
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for part in scope.split("/"):
        key = digest(key, part)
    return f"AWS4-HMAC-SHA256 Credential={ID}/{scope}, SignedHeaders={names}, Signature={digest(key, text).hex()}", names.split(";")


def converse(text):
    return {"output": {"message": {"role": "assistant", "content": [{"text": text}]}}, "stopReason": "end_turn",
            "usage": {"inputTokens": 90, "outputTokens": 20}}


class Signed(Case):
    def ask(self, reply=None, credentials=CREDENTIALS, **setting):
        setting.setdefault("key_file", self.file("credentials", credentials, 0o600))
        setting.setdefault("region", "us-east-1")
        return self.drive(reply or Reply(body=converse(json.dumps(PLAN))), provider="bedrock-sigv4",
                          url=f"http://127.0.0.1:{self.provider.port}", **setting)

    def test_each_signature_is_what_the_server_works_out(self):
        for model in MODELS:
            for region in ("us-east-1", "eu-central-2"):
                for token in ("", TOKEN):
                    with self.subTest(model=model, region=region, token=bool(token)):
                        text = CREDENTIALS + (f"aws_session_token = {token}\n" if token else "")
                        out = self.ask(credentials=text, model=model, region=region)
                        self.assertTrue(out["good"], out)
                        seen = self.provider.seen[0]
                        self.assertEqual(seen["path"], f"/model/{model}/converse")
                        wanted, names = expected(seen, region)
                        self.assertEqual(seen["headers"]["Authorization"], wanted)
                        self.assertLessEqual({"host", "x-amz-date", "content-type"}, set(names))
                        self.assertEqual("x-amz-security-token" in names, bool(token))
                        self.assertEqual(seen["headers"].get("x-amz-security-token", ""), token)
                        self.assertNotEqual(expected(seen, region, "another")[0], wanted)

    def test_large_requests_are_signed_too(self):
        out = self.ask(goal="count " + "x" * 30000)
        self.assertTrue(out["good"], out)
        self.assertEqual(self.provider.seen[0]["headers"]["Authorization"], expected(self.provider.seen[0], "us-east-1")[0])

    def test_what_the_server_repeats_of_a_key_is_struck_out(self):
        words = f"The canonical string was x-amz-security-token:{TOKEN} {SECRET} {ID}"
        out = self.ask(Reply(403, {"message": words}), credentials=CREDENTIALS + f"aws_session_token={TOKEN}\n")
        self.fails(out, "the model provider does not allow this (HTTP 403): The canonical string was "
                        "x-amz-security-token:[redacted] [redacted] [redacted]")
        out = self.ask(Reply(body=converse(json.dumps({**PLAN, "understanding": SECRET}))))
        self.assertEqual(out["plan"]["understanding"], "[redacted]")

    def test_key_files_are_read_strictly(self):
        name = os.path.join(self.folder.name, "credentials")
        start = "the model's settings are wrong: the key file "
        lacks = f"{start}'{name}' lacks aws_access_key_id or aws_secret_access_key"
        for text, words in (("", lacks), ("[default]\n", lacks), (f"aws_access_key_id={ID}\n", lacks),
                            (f"[other]\n{CREDENTIALS.split('[default]')[1]}", lacks),
                            ("sk-a-key-of-another-kind\n", f"{start}'{name}' has a line without '='"),
                            (f"aws_access_key_id={ID}\naws_secret_access_key=\n", f"{start}'{name}' is empty"),
                            (f"aws_access_key_id={ID}\naws_secret_access_key=a b\n",
                             f"{start}'{name}' does not hold one line of plain text"),
                            (f"aws_session_token={'t' * 4096}\n", f"{start}'{name}' is too long for a key"),
                            ("#" * 17000, f"{start}'{name}' is too long for a key")):
            with self.subTest(text[:40]):
                self.fails(self.ask(credentials=text), words, INPUT_WRONG)
                self.assertEqual(self.provider.seen, [])
        self.fails(self.ask(key_file=self.file("open", CREDENTIALS, 0o640)),
                   f"{start}'{os.path.join(self.folder.name, 'open')}' is open to others (mode 0640): chmod 600 it", INPUT_WRONG)

    def test_the_key_may_come_as_a_credential_or_a_descriptor(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "aws")
            with open(path, "w", encoding="utf-8") as out:
                out.write(CREDENTIALS)
            os.chmod(path, 0o440)
            self.assertTrue(self.ask(key_file="credential:aws", env={**os.environ, "CREDENTIALS_DIRECTORY": folder})["good"])
        read, write = os.pipe()
        os.write(write, (CREDENTIALS + f"aws_session_token={TOKEN}\n").encode())
        os.close(write)
        self.assertTrue(self.ask(key_file=f"fd:{read}", fds=(read,))["good"])
        os.close(read)
        self.assertEqual(self.provider.seen[0]["headers"]["Authorization"], expected(self.provider.seen[0], "us-east-1")[0])

    def test_nothing_is_guessed(self):
        self.fails(self.ask(region=""), "the provider 'bedrock-sigv4' signs its requests, and model.region is missing", INPUT_WRONG)
        self.fails(self.ask(key_file=""), "the provider 'bedrock-sigv4' signs its requests, and model.key_file is missing",
                   INPUT_WRONG)
        self.fails(self.ask(region="us-east-1:s3"), "the model's settings are wrong: model.region is not a name of a region",
                   INPUT_WRONG)
        out = self.drive(provider="bedrock", url="", key_file=self.key)
        self.fails(out, "model.region is missing", INPUT_WRONG)

    @unittest.skipUnless(os.environ.get("SLUICE"), "SLUICE names no program")
    def test_no_part_of_the_key_is_in_the_record_the_events_or_the_recording(self):
        code = json.dumps({"rationale": SECRET, "code": "import json\nprint(json.dumps({'n': 42}))\n"})
        task = self.file("task.yaml", json.dumps({
            "goal": "count", "policy": "pure-compute", "output": {"schema": {"type": "object"}},
            "model": {"provider": "bedrock-sigv4", "region": "us-east-1", "model": "m-v1:0",
                      "url": f"http://127.0.0.1:{self.provider.port}",
                      "key_file": self.file("credentials", CREDENTIALS + f"aws_session_token={TOKEN}\n", 0o600)}}))
        recording = os.path.join(self.folder.name, "recording.json")
        told = ""
        for form in ("--json", "--events"):
            self.provider.play(Reply(body=converse(json.dumps(PLAN))), Reply(body=converse(code)))
            done = subprocess.run([os.environ["SLUICE"], "run", task, form, "--record", recording],
                                  capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(recording, encoding="utf-8") as file:
                told += done.stdout + done.stderr + file.read()
        for secret in (ID, SECRET, TOKEN):
            self.assertNotIn(secret, told)
        self.assertIn("[redacted]", told)


if __name__ == "__main__":
    unittest.main()
