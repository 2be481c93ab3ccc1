# SPDX-License-Identifier: MIT
"""Nothing leaves that should not: each leak through `sluice run`, and a search over all that was written for what it held."""

import base64
import json
import os
import pathlib
import sqlite3
import subprocess
import unittest
import zipfile

from sluice import PROGRAM, Case

HARMLESS = json.loads((pathlib.Path(__file__).parent / "outputs/harmless.json").read_text("utf-8"))
ROWS = "name,mail,amount,note\nJürgen Groß,j.gross@example.org,71250.50,x\nMaria van den Berg,m.berg@example.org,918273.25,y\n"
POLICY = """\
apiVersion: sluice/v1
id: leaky
title: files of text may be made, and a model may see what is printed
revision: 1
extends: [data-analysis]
override:
  - {what: files, reason: "files of any name"}
  - {what: limits, reason: "files are kept"}
files: {read: [inputs], write: ["*"]}
limits: {artifacts: 8, artifacts_mb: 4, file_mb: 2}
"""
TASK = """\
goal: x
policy: ./p.yaml
inputs: [{path: people.csv, sensitive: [name, amount]}]
output: {channel: %s, schema: {}}
model: {provider: script, file: replies.json}
budgets: {attempts: 1}
"""
PLAN = {"understanding": "u", "steps": ["s"], "imports": ["json"], "inputs_used": ["people.csv"], "output_shape": "o",
        "risks": [], "feasible": True, "why_not": None}
NAME, AMOUNT = "Jürgen Groß", "71250.50"
RAW = NAME.encode()
# What of NAME and AMOUNT must be found, as it is printed.
DRESSES = {
    "as it is": NAME, "upper case": "JÜRGEN GROSS", "lower case": "jürgen groß", "decomposed": "Ju\u0308rgen Groß",
    "wide": "Ｊüｒｇｅｎ　Ｇｒｏß", "zero width": "Jür\u200bgen Gr\u200boß", "hex": RAW.hex(), "upper hex": RAW.hex().upper(),
    "hex with colons": RAW.hex(":"), "hex with 0x": ", ".join(f"0x{b:02x}" for b in RAW), "backslash x": "".join(f"\\x{b:02x}" for b in RAW),
    "base64": base64.b64encode(RAW).decode(), "base64 behind one": base64.b64encode(b"a" + RAW).decode(),
    "base64 behind two": base64.b64encode(b"ab" + RAW + b"c").decode(), "base64 in lines": "\n".join(base64.b64encode(RAW).decode()[i:i + 4] for i in range(0, 20, 4)),
    "base64 for URLs": base64.urlsafe_b64encode(b"??" + RAW).decode(), "base32": base64.b32encode(RAW).decode(),
    "base32 in lower case": base64.b32encode(b"x" + RAW).decode().lower(), "percent": "J%C3%BCrgen%20Gro%C3%9F",
    "all percent": "".join(f"%{b:02X}" for b in RAW), "HTML": "J&#252;rgen Gro&#xDF;", "backslash u": "J\\u00fcrgen Gro\\u00df",
    "twice escaped": json.dumps(json.dumps(NAME)), "reversed": NAME[::-1], "reversed upper": "SSORG NEGRÜJ", "dashes": "-".join(NAME),
    "blanks": " ".join(NAME), "lines": "\n".join(NAME), "dots": "J.ü.r.g.e.n.G.r.o.ß", "underscores": "Jürgen_Groß", "no blank": "JürgenGroß",
    "in a sentence": "We met Jürgen Groß yesterday.", "number": AMOUNT, "number without a zero": "71250.5", "groups": "71,250.50",
    "German": "71.250,50", "French": "71\u202f250,50", "Swiss": "71'250.50", "exponent": "7.12505e4", "with a currency": "EUR 71250,50",
    "negative": "-71250.5", "more zeros": "71250.500",
}
CARD, IBAN = "4111 1111 1111 1111", "DE89 3704 0044 0532 0130 00"
SHAPES = {
    "card": CARD, "card behind a letter": "A " + CARD, "card in one": CARD.replace(" ", ""), "card with dashes": CARD.replace(" ", "-"), "amex": "3782 822463 10005",
    "iban": IBAN, "iban in one": IBAN.replace(" ", ""), "iban in lower case": IBAN.lower(), "iban with hard blanks": IBAN.replace(" ", "\u00a0"),
    "ssn": "123-45-6789", "ahv": "756.9217.0769.85", "aws": "AKIAIOSFODNN7EXAMPLE", "github": "ghp_" + "a1B2" * 9,
    "anthropic": "sk-ant-" + "abc123" * 5, "openrouter": "sk-or-v1-" + "0123456789abcdef" * 4, "password": "password = hunter2hunter2",
    "environment": "DB_PASSWORD=hunter2hunter2", "bearer": "Authorization: Bearer abcdef0123456789abcdef", "url": "postgres://me:hunter2@db/x",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcdefgh1234", "unsigned jwt": "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0In0.",
    "key": "-----BEGIN RSA PRIVATE KEY-----\nMII", "telegram": "123456789:AA" + "b" * 33, "azure": "?sv=1&sig=" + "aB3%2B" * 8,
    "escape": "\x1b[31mred", "override": "abc\u202edef", "tags": "a\U000e0061\U000e0062", "split word": "pass\u200bword",
}
# Where else a leak may leave than in the output.
PLACES = {
    "standard error": "import sys\nprint(TEXT, file=sys.stderr)\nprint('1')\n",
    "csv": "open('a.csv', 'w').write('who\\n' + TEXT)\nprint('1')\n",
    "text": "open('a.txt', 'w').write(TEXT)\nprint('1')\n",
    "markdown": "open('a.md', 'w').write('# ' + TEXT)\nprint('1')\n",
    "html": "open('a.html', 'w').write('<p>' + TEXT)\nprint('1')\n",
    "svg": "open('a.svg', 'w').write('<svg><text>' + TEXT + '</text></svg>')\nprint('1')\n",
    "json": "import json\njson.dump([TEXT], open('a.json', 'w'))\nprint('1')\n",
    "notebook": "import json\njson.dump({'cells': [{'source': [TEXT]}]}, open('a.ipynb', 'w'))\nprint('1')\n",
    "latin-1": "open('a.csv', 'w', encoding='latin-1').write(TEXT)\nprint('1')\n",
    "utf-16": "open('a.csv', 'w', encoding='utf-16').write(TEXT)\nprint('1')\n",
    "an error": "raise ValueError(TEXT)\n",
    "a key": "import json\nprint(json.dumps({TEXT: 1}))\n",
    "an assertion": "assert not TEXT, TEXT\n",
}
RESULT = {
    "standard output": "import json\nprint(TEXT)\njson.dumps(1)\n",
    "the result": "import json\nprint('log')\njson.dumps(TEXT)\n",
}


def image(width, height, end=True):
    """A program's line that writes a PNG image of this size, with or without its last chunk."""
    head = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes(9)
    return f"open('x.png', 'wb').write({head + (bytes(4) + b'IEND' + bytes(4) if end else b'')!r})\n"


class Leaks(Case):
    """Each run is refused or fails, and what it held is nowhere."""

    def setUp(self):
        super().setUp()
        self.write("p.yaml", POLICY)
        self.write("people.csv", ROWS)
        self.environ = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "SLUICE_STORE": f"sqlite:{self.folder}/own.db"}
        for name in ("ASAN_OPTIONS", "LD_PRELOAD"):
            if name in os.environ:
                self.environ[name] = os.environ[name]
        self.said = b""
        self.runs = 0

    def call(self, *words):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, env=self.environ, capture_output=True, timeout=120, check=False)
        return done.returncode, done.stdout + done.stderr

    def leak(self, code, text, channel="stdout"):
        """The exit code. Text, record and events in turn; the program reads what it leaks, for its own text is told."""
        self.write("task.yaml", TASK % channel + "")
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": f"TEXT = ''.join(map(chr, {[ord(c) ^ 1 for c in text]}))\n"
                                                      "TEXT = ''.join(chr(ord(c) ^ 1) for c in TEXT)\n" + code}]})
        how = [[], ["--json"], ["--events"]][self.runs % 3]
        self.runs += 1
        code, said = self.call("run", "task.yaml", *how)
        self.said += said
        return code, said.decode("utf-8", "replace")

    def assert_nowhere(self, *texts):
        """In nothing that was said, nor in the clear in the store (the vault has its keys), nor in what is exported."""
        _, listed = self.call("runs", "list", "--json")
        _, exported = self.call("ledger", "export")
        for row in json.loads(listed):
            self.said += self.call("runs", "show", row["run_id"], "--json")[1]
            self.said += self.call("runs", "show", row["run_id"])[1]
        written = self.said + listed + exported
        for path in self.folder.glob("own.db*"):
            written += path.read_bytes()
        for text in texts:
            for form in {text, json.dumps(text)[1:-1], text.replace(" ", "")}:
                self.assertNotIn(form.encode(), written, text)

    def test_values_in_any_dress_are_found_and_told_nowhere(self):
        missed = []
        for name, text in DRESSES.items():
            code, said = self.leak("import json\nprint(json.dumps({'x': TEXT}, ensure_ascii=False))\n", text)
            if code != 15:
                missed.append((name, code, said[-300:]))
        self.assertEqual(missed, [])
        self.assert_nowhere(NAME, AMOUNT, *(t for n, t in DRESSES.items() if len(t) > 8))

    def test_shapes_are_found_and_told_nowhere(self):
        missed = []
        for name, text in SHAPES.items():
            for code in ("import json\nprint(json.dumps([TEXT]))\n", "import json\nprint(json.dumps({'a': {'b': TEXT}}, ensure_ascii=False))\n"):
                found, said = self.leak(code, text)
                if found != 15:
                    missed.append((name, found, said[-300:]))
        self.assertEqual(missed, [])
        self.assert_nowhere(*(t for n, t in SHAPES.items() if n not in ("escape", "override", "tags", "split word")))

    def test_every_way_out_is_searched(self):
        missed = []
        for text in (NAME, CARD, "ghp_" + "a1B2" * 9, AMOUNT):
            for channel, places in (("stdout", PLACES), ("result", RESULT)):
                for name, code in places.items():
                    found, said = self.leak(code, text, channel)
                    if found not in (14, 15) or (self.runs % 3 != 0 and "withheld" not in said):
                        missed.append((name, text, found, said[-300:]))
        self.assertEqual(missed, [])
        self.assert_nowhere(NAME, CARD, AMOUNT, "ghp_" + "a1B2" * 9)

    def test_what_an_invariant_compares_is_not_quoted(self):
        for severity, code in (("stop", 15), ("escalate", 11), ("warn", 0)):
            invariants = ", invariants: [" + ", ".join(f"{{expect: '{e}', severity: {severity}}}" for e in (
                "in.people[0].name == out.n", "in.people[0].amount == out.a")) + "]"
            self.write("task.yaml", (TASK % "stdout").replace("schema: {}", "schema: {}" + invariants))
            self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": "print('{\"n\": \"nobody\", \"a\": 1}')\n"}]})
            for how in ([], ["--json"], ["--events"]):
                found, said = self.call("run", "task.yaml", *how)
                self.assertEqual(found, code, said)
                self.said += said
                self.assertTrue(how == ["--events"] or b"so nothing is quoted" in said, said)
        self.assert_nowhere(NAME, AMOUNT, "71250.5")

    def test_control_characters_are_found_in_a_file_that_says_its_encoding(self):
        for text in (SHAPES["escape"], SHAPES["override"], SHAPES["tags"]):
            self.assertEqual(self.leak(PLACES["utf-16"], text)[0], 15)

    def test_names_are_patterns_over_every_kind_of_input(self):
        spread = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        with zipfile.ZipFile(self.folder / "s.xlsx", "w") as z:
            z.writestr("xl/sharedStrings.xml", f'<sst xmlns="{spread}"><si><t>name</t></si><si><r><t>Captain </t></r><r><t>Hook &amp; Co</t></r></si></sst>')
            z.writestr("xl/worksheets/sheet1.xml", f'<worksheet xmlns="{spread}"><sheetData><row r="1"><c r="B1" t="s"><v>0</v></c></row>'
                       '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>1</v></c></row></sheetData></worksheet>')
        with sqlite3.connect(self.folder / "d.sqlite") as db:
            db.execute("CREATE TABLE \"odd \"\" table\" (id, Name)")
            db.execute("INSERT INTO \"odd \"\" table\" VALUES (1, 'Tinker Bell Fairy')")
        self.write("n.json", {"a": [{"customer": {"NAME": {"first": "Maria", "all": ["Maria van den Berg", 4711.25]}}}]})
        self.write("l.ndjson", '{"name":"Peter Pan The Third"}\n\n{"name":"Wendy Darling"}\n')
        self.write("t.tsv", "x\tfull_name\n1\tSmee \"the\" Bosun\n")
        self.write("l.csv", "name;name\n1;Käpt'n Blaubär\n".encode("latin-1"))
        task = """goal: x
policy: ./p.yaml
inputs: [people.csv, s.xlsx, d.sqlite, n.json, l.ndjson, t.tsv, l.csv]
data: {sensitive: ["*name"]}
output: {schema: {}}
model: {provider: script, file: replies.json}
budgets: {attempts: 1}
"""
        values = ["Captain Hook & Co", "Tinker Bell Fairy", "Maria van den Berg", "4,711.25", "Wendy Darling", 'Smee "the" Bosun', "Käpt'n Blaubär", NAME]
        for value in values:
            self.write("task.yaml", task)
            self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": f"import json\nprint(json.dumps([{value!a}]))\n"}]})
            code, said = self.call("run", "task.yaml")
            self.assertEqual(code, 15, (value, said))
        self.write("task.yaml", task.replace("*name", "nmae").replace("[people.csv", "[{path: people.csv, sensitive: [mial]}"))
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 2)
        self.assertIn(b"task.yaml:3:41: error: 'mial' names no column or member of this input", said)
        self.assertIn(b"did you mean 'mail'?", said)
        self.assertIn(b"task.yaml:4:20: error: 'nmae' names no column or member of any input", said)
        self.write("x.parquet", b"PAR1")
        self.write("task.yaml", task.replace("[people.csv", "[people.csv, x.parquet"))
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 2)
        self.assertIn(b"input 'x.parquet': no sensitive values can be found in this format", said)

    def test_a_policy_names_what_no_task_may_let_out(self):
        self.write("p.yaml", POLICY + "data: {sensitive: ['*mail*', 'iban*']}\noutput: {leaks: {email: escalate}}\n")
        self.write("task.yaml", (TASK % "stdout").replace(", sensitive: [name, amount]", ""))
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": "print('[\"j.gross@example.org\"]')\n"}]})
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 15, said)
        self.write("child.yaml", "apiVersion: sluice/v1\nid: child\nrevision: 1\nextends: [p.yaml]\ndata: {sensitive: ['iban*']}\n")
        self.write("task.yaml", (TASK % "stdout").replace(", sensitive: [name, amount]", "").replace("./p.yaml", "./child.yaml"))
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 15, said)

    def test_a_name_of_the_policy_that_no_input_has_is_an_error(self):
        task = (TASK % "stdout").replace(", sensitive: [name, amount]", "")
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": "print('[1]')\n"}]})
        for names, code, words in (("[mail, ibn]", 2, "the policy calls 'ibn' sensitive, and no input has a column or member of that name"),
                                   ("[mial]", 2, "an input has 'mail'; a policy whose tasks do not all have it says so by a pattern: 'mial*'"),
                                   ("[mail.home]", 2, "the policy calls 'mail.home' sensitive"), ("['ibn*', 'b?c']", 0, "absent  the policy calls 'ibn*' sensitive"),
                                   ("[MAIL, NAME]", 0, "hidden  ")):
            self.write("p.yaml", POLICY + f"data: {{sensitive: {names}}}\n")
            self.write("task.yaml", task)
            found, said = self.call("run", "task.yaml")
            self.assertEqual(found, code, (names, said))
            self.assertIn(words.encode(), said)
        self.write("p.yaml", POLICY + "data: {sensitive: [iban]}\n")
        self.write("task.yaml", "".join(line for line in task.splitlines(True) if not line.startswith("inputs")))
        found, said = self.call("run", "task.yaml")
        self.assertEqual(found, 0, said)
        self.assertIn(b"absent  the policy calls 'iban' sensitive, but no input has it", said)

    def test_a_path_is_of_members_at_any_depth(self):
        self.write("o.json", {"orders": [{"customer": {"ids": [47118811, 47118812], "home": {"street": "Elm Street 9"}}, "id": 47118899},
                                         [{"customer": [{"tag": "goldcard-77"}]}]], "tag": "harmless-77"})
        self.write("p.yaml", POLICY + "data: {sensitive: ['customer.*', 'nosuch.*']}\n")
        task = (TASK % "stdout").replace(", sensitive: [name, amount]", "").replace("people.csv", "o.json")
        for value, expected in ((47118812, 15), ("Elm Street 9", 15), ("goldcard-77", 15), ("harmless-77", 0), (47118899, 0)):
            self.write("task.yaml", task)
            self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": f"import json\nprint(json.dumps([{value!a}]))\n"}]})
            code, said = self.call("run", "task.yaml")
            self.assertEqual(code, expected, (value, said))
        self.assertIn(b"the policy calls 'nosuch.*' sensitive, but no input has it", said)
        self.write("task.yaml", task + "data: {sensitive: [order.customer.*]}\n")
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 2)
        self.assertIn(b"'order.customer.*' names no column or member of any input", said)

    def test_a_value_counts_once(self):
        """So many rows are no limit; so many different values are, before anything runs."""
        self.write("p.yaml", POLICY + "data: {sensitive: [who]}\n")
        self.write("task.yaml", (TASK % "stdout").replace(", sensitive: [name, amount]", "").replace("people.csv", "w.csv"))
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": "print('[1]')\n"}]})
        self.write("w.csv", "who\n" + "".join(f"customer-{n % 50}\n" for n in range(300_000)))
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 0, said)
        self.assertIn(b"50 sensitive values", said)
        self.write("w.csv", "who\n" + "".join(f"customer-{n}\n" for n in range(200_001)))
        code, said = self.call("run", "task.yaml")
        self.assertEqual(code, 2)
        self.assertIn(b"more than 200000 different sensitive values", said)

    def test_archives_are_opened(self):
        zipped = ("import io\nimport zipfile\nwith zipfile.ZipFile('a.xlsx', 'w', zipfile.ZIP_DEFLATED) as z:\n"
                  "    z.writestr('xl/sharedStrings.xml', '<sst><si><t>' + TEXT + '</t></si></sst>')\nprint('1')\n")
        self.write("p.yaml", POLICY.replace("extends: [data-analysis]", "extends: [data-analysis]").replace(
            "files: {read", "imports: {allow: [io, zipfile]}\nattributes: {allow: [writestr]}\nfiles: {read").replace(
            "override:", "override:\n  - {what: imports, reason: \"archives are made\"}\n  - {what: attributes, reason: \"archives are made\"}"
            "\n  - {what: capabilities, reason: \"archives are made\"}"))
        code, said = self.leak(zipped, CARD)
        self.assertEqual(code, 15, said)
        self.assertIn("'a.xlsx' holds a payment card number", said)

    def test_a_task_says_which_files_it_wants(self):
        asked = ("[{name: '*.csv', type: csv, columns: [day, paid], schema: {items: {properties: {paid: {type: integer}}}}}, "
                 "{name: x.png, type: png, optional: true, max_kb: 1, schema: {properties: {width: {const: 2}, height: {maximum: 3}}}}]")
        made = "open('a.csv', 'w').write('day,paid\\n1,2\\n')\n"
        for code, exit_code, words in (
                (made, 0, ""), ("", 15, "the file '*.csv' is not there"),
                (made.replace("1,2", "1,x"), 15, "the file 'a.csv' is no such csv"),
                (made + "open('b.txt', 'w').write('x')\n", 15, "the file 'b.txt' is none that the task asks for"),
                (made.replace("day,paid", "day,paid,more").replace("1,2", "1,2,3"), 15, "its columns are not those"),
                ("open('a.csv', 'w').write('paid,day\\n')\n", 15, "its columns are not those"),
                ("open('a.csv', 'w').write('day\\n')\n", 15, "its columns are not those"),
                (made + image(2, 3), 0, ""),
                (made + image(2, 4), 15, "the file 'x.png' is no such png"),
                (made + image(2, 3) + "open('x.png', 'ab').write(b'more')\n", 15, "the file 'x.png' is no whole PNG image"),
                (made + image(2, 3, end=False), 15, "the file 'x.png' is no whole PNG image"),
                (made + "open('x.png', 'w').write('x')\n", 15, "the file 'x.png' is no whole PNG image"),
                (made + "open('x.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + bytes(2000))\n", 15, "the file 'x.png' has 2008 bytes, more than 1 KiB")):
            self.write("task.yaml", (TASK % "stdout").replace("schema: {}", "schema: {}, artifacts: " + asked))
            self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": code + "print('1')\n"}]})
            found, said = self.call("run", "task.yaml")
            self.assertEqual(found, exit_code, (code, said))
            self.assertIn(words.encode(), said)

    def test_an_address_waits_for_a_person_and_is_shown_to_none_else(self):
        code, said = self.leak("import json\nprint(json.dumps({'to': TEXT}))\n", "someone@example.net")
        self.assertEqual(code, 11, said)
        self.assertIn("an e-mail address … (19 characters, digest ", said)
        self.assert_nowhere("someone@example.net")

    def test_a_model_is_told_what_to_leave_out_and_not_what_it_was(self):
        self.write("p.yaml", POLICY + "prompt: {program_output: true}\n")
        self.write("task.yaml", (TASK % "stdout").replace("attempts: 1", "attempts: 2").replace("script, file: replies.json", "script, file: replies.json"))
        bad = "import json\nprint(json.dumps([' '.join(['4111'] + ['1111'] * 3)]))\n"
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": bad}, {"diagnosis": "d", "change": "c", "code": "print('[1]')\n", "give_up": False}]})
        code, said = self.call("run", "task.yaml", "--record", "sent.json")
        self.assertEqual(code, 0, said)
        sent = (self.folder / "sent.json").read_text("utf-8")
        self.assertIn("the output, line 1 holds a payment card number: leave it out, or show less of it", sent)
        self.assertNotIn("4111 1111", sent)

    def printed(self, texts):
        """The exit code of a run that prints all of them, and what it said."""
        self.write("c.py", f"import json\nprint(json.dumps([{{'text': text}} for text in {ascii(texts)}], ensure_ascii=False))\n")
        return self.call("run", "--code", "c.py", "--policy", "data-analysis", "--goal", "x")

    def test_harmless_outputs_are_answered(self):
        """Twenty a run, since one leak among them would refuse them all; each of those that are refused is told alone."""
        self.assertGreaterEqual(len(HARMLESS), 200)
        refused = []
        for at in range(0, len(HARMLESS), 20):
            texts = HARMLESS[at:at + 20]
            if self.printed(texts)[0] != 0:
                refused += [(text, said.decode()[-300:]) for text in texts for code, said in [self.printed([text])] if code != 0] or [texts]
        self.assertEqual(refused, [])
        for at in (0, 10, 20):
            self.assertEqual(self.printed([*HARMLESS[:at], CARD, *HARMLESS[at:20]])[0], 15, at)


if __name__ == "__main__":
    unittest.main()
