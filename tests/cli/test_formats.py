# SPDX-License-Identifier: MIT
"""check --format sarif, junit, github: what other programs read.

Where SLUICE_SARIF_SCHEMA names the published SARIF 2.1.0 schema (as draft 7), every log is validated against it too.
"""

import collections
import hashlib
import json
import os
import re
import urllib.parse
import xml.etree.ElementTree as ElementTree

from sluice import SOURCE, Case

SCHEMA = os.environ.get("SLUICE_SARIF_SCHEMA")
ROOT = "%SRCROOT%"

REFUSED = {
    "encoding": b"x = 1; y = '\xff'\n",
    "mark": b"\xef\xbb\xbfimport os\n",
    "return": b"x = 1\rimport os\n",
    "nul": b"x = 1\0\n",
    "control": b"x = '\x01\x1b'\n",
    "bidi": "x = '\u202e'; eval('1')\n".encode(),
    "large": b"#" * (300 << 10),
    "deep": b"(" * 3000 + b")" * 3000,
    "syntax": b"def f(:\n",
    "open": b"eval('1'\n",
    "python2": b"print 'x'\n",
}


class Formats(Case):
    def check(self, format_name, *files, policy="data-analysis", code=1, stdin=b""):
        said = self.sluice("check", "--policy", policy, "--format", format_name, "--", *files, stdin=stdin)
        self.assertEqual((said.code, said.err), (code, ""))
        return said

    def put(self, name, text):
        """A file whose name may be any bytes; returns the name as an argument."""
        path = os.fsencode(self.folder) + b"/" + os.fsencode(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())
        return name


class Sarif(Formats):
    def sarif(self, *files, **options):
        said = self.check("sarif", *files, **options)
        log = said.json
        self.hold_together(log, options.get("code", 1))
        if SCHEMA:
            self.write("log.sarif", said.out)
            judged = self.sluice("schema", "validate", SCHEMA, "log.sarif")
            self.assertEqual(judged.code, 0, judged.out + judged.err)
        return log["runs"][0]

    def hold_together(self, log, code):
        """What must be true of every log, whatever was checked."""
        self.assertEqual((log["version"], len(log["runs"])), ("2.1.0", 1))
        run = log["runs"][0]
        self.assertEqual(run["columnKind"], "utf16CodeUnits")
        self.assertEqual(run["invocations"], [{"executionSuccessful": True, "exitCode": code}])
        self.assertEqual(list(run["originalUriBaseIds"]), [ROOT])
        rules = run["tool"]["driver"]["rules"]
        ids = [rule["id"] for rule in rules]
        self.assertEqual(ids, sorted(set(ids)))
        self.assertEqual(set(ids), {result["ruleId"] for result in run["results"]})
        for rule in rules:
            self.assertTrue(rule["help"]["text"] and rule["shortDescription"]["text"], rule)
        uris = [artifact["location"]["uri"] for artifact in run["artifacts"]]
        self.assertEqual(len(uris), len(set(uris)), "a file is one artifact")
        for uri in uris:
            self.assertRegex(uri, r"\A(file:///)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})+\Z")
        for result in run["results"]:
            self.hold_result(run, result)

    def hold_result(self, run, result):
        self.assertEqual(run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"], result["ruleId"])
        self.assertEqual(result["level"], {"deny": "error", "escalate": "warning", "allow": "note"}[result["properties"]["decision"]])
        self.assertIn(result["properties"]["severity"], ("critical", "high", "medium", "low"))
        self.assertTrue(result["message"]["text"])
        self.assertEqual(len(result["locations"]), 1)
        place = result["locations"][0]["physicalLocation"]
        location = dict(place["artifactLocation"])
        self.assertEqual(run["artifacts"][location.pop("index")]["location"], location)
        region = place["region"]
        self.assertGreaterEqual(region["startLine"], 1)
        self.assertGreaterEqual(region["startColumn"], 1)
        self.assertGreaterEqual((region["endLine"], region["endColumn"]), (region["startLine"], region["startColumn"]))
        self.assertRegex(result["partialFingerprints"]["sluice/ruleAndLine/v1"], r"\A[0-9a-f]{64}:[1-9][0-9]*\Z")

    def region(self, text):
        results = self.sarif(self.put("a.py", text))["results"]
        region = dict(results[0]["locations"][0]["physicalLocation"]["region"])
        del region["snippet"]
        return tuple(region.values())

    def test_columns_are_utf16_code_units(self):
        table = [
            ("eval('1')\n", (1, 1, 1, 5)),
            ("x = 'é'; eval('1')\n", (1, 10, 1, 14)),
            ("x = '🍎'; eval('1')\n", (1, 11, 1, 15)),
            ("x = '🍎é🍎'; eval('1')\n", (1, 14, 1, 18)),
            ("# 🍎🍎\nx = 'é'; eval('1')\n", (2, 10, 2, 14)),
            ("x = 1\r\ny = '🍎'; eval('1')\r\n", (2, 11, 2, 15)),
            ("x = '🍎'; eval", (1, 11, 1, 15)),
        ]
        for text, region in table:
            with self.subTest(text=text):
                self.assertEqual(self.region(text), region)

    def test_columns_name_the_snippet(self):
        text = "s = '𝒳é'; import subprocess\nt = '🍎'; u = eval('2'); exec('🍎')\n"
        lines = text.split("\n")
        results = self.sarif(self.put("a.py", text))["results"]
        self.assertEqual(len(results), 3)
        for result in results:
            region = result["locations"][0]["physicalLocation"]["region"]
            units = lines[region["startLine"] - 1].encode("utf-16-le")
            cut = units[2 * (region["startColumn"] - 1):2 * (region["endColumn"] - 1)].decode("utf-16-le")
            self.assertEqual(cut, region["snippet"]["text"])

    def test_a_clean_file_has_no_results(self):
        for text in ["", "import math\nprint(math.pi)\n"]:
            run = self.sarif(self.put("a.py", text), code=0)
            self.assertEqual((run["results"], run["tool"]["driver"]["rules"]), ([], []))
            self.assertEqual(run["artifacts"], [{
                "location": {"uri": "a.py", "uriBaseId": ROOT}, "length": len(text), "roles": ["analysisTarget"],
                "sourceLanguage": "python", "hashes": {"sha-256": hashlib.sha256(text.encode()).hexdigest()},
            }])

    def test_uris_are_encoded_and_relative(self):
        table = {
            "a b/grün#%,:?.py": "a%20b/gr%C3%BCn%23%25%2C%3A%3F.py",
            "c:d.py": "c%3Ad.py",
            "./x.py": "x.py",
            "././y~-_.py": "y~-_.py",
            "z/../x.py": "z/../x.py",
            "line\nend\x01.py": "line%0Aend%01.py",
            os.fsdecode(b"raw\xff.py"): "raw%FF.py",
        }
        self.put("z/none.py", "")
        for name, uri in table.items():
            with self.subTest(uri=uri):
                run = self.sarif(self.put(name, "import subprocess\n"))
                location = run["artifacts"][0]["location"]
                self.assertEqual(location, {"uri": uri, "uriBaseId": ROOT})
                self.assertEqual(os.path.normpath(urllib.parse.unquote_to_bytes(location["uri"])),
                                 os.path.normpath(os.fsencode(name)))

    def test_an_absolute_path_is_a_file_uri(self):
        path = self.write("a b.py", "eval('1')\n")
        self.assertEqual(self.sarif(path)["artifacts"][0]["location"],
                         {"uri": "file://" + urllib.parse.quote(str(path))})

    def test_standard_input_is_in_no_folder(self):
        artifact = self.sarif("-", stdin=b"eval('1')")["artifacts"][0]
        self.assertEqual(artifact["location"], {"uri": "-"})
        self.assertEqual(artifact["roles"], ["analysisTarget", "standardStream"])

    def test_results_point_to_their_files(self):
        self.put("a.py", "import subprocess\n")
        self.put("b.py", "x = 1\n")
        self.put("c.py", "eval('1')\nexec('2')\n")
        run = self.sarif("c.py", "b.py", "a.py", "./c.py")
        self.assertEqual([a["location"]["uri"] for a in run["artifacts"]], ["c.py", "b.py", "a.py"])
        named = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in run["results"]]
        self.assertEqual(named, ["c.py", "c.py", "a.py", "c.py", "c.py"])

    def test_an_escalation_is_a_warning(self):
        results = self.sarif(self.put("a.py", "import sqlite3\n"))["results"]
        self.assertEqual([(r["level"], r["properties"]["decision"]) for r in results], [("warning", "escalate")])

    def test_what_can_not_be_read_is_a_result(self):
        for name, text in REFUSED.items():
            with self.subTest(name=name):
                self.assertEqual(self.sarif(self.put(name + ".py", text))["results"][0]["level"], "error")
        self.sarif(*(name + ".py" for name in REFUSED))

    def test_many_findings_are_all_listed(self):
        self.put("a.py", "".join(f"eval('{i}')\n" for i in range(300)))
        run = self.sarif("a.py")
        self.assertEqual(len(run["results"]), 300)
        self.assertEqual([r["id"] for r in run["tool"]["driver"]["rules"]], ["call.denied"])

    def marks(self, text):
        return [r["partialFingerprints"]["sluice/ruleAndLine/v1"] for r in self.sarif(self.put("a.py", text))["results"]]

    def test_fingerprints_outlive_edits_elsewhere(self):
        before = self.marks("eval('1')\nexec('2')\n")
        self.assertEqual(len(set(before)), 2)
        self.assertEqual(self.marks("# new\nx = 1\nif x:\n    eval('1')\nexec('2')\n"), before)
        self.assertNotEqual(self.marks("eval('9')\nexec('2')\n")[0], before[0])

    def test_equal_lines_have_fingerprints_of_their_own(self):
        marks = self.marks("eval('1')\nx = 2\n  \neval('1')\neval('1'); eval('1')\n")
        self.assertEqual(len(set(marks)), 4)
        self.assertEqual([m.partition(":")[2] for m in marks], ["1", "2", "1", "2"])

    def test_braces_in_messages_are_doubled(self):
        policy = {"apiVersion": "sluice/v1", "id": "braces", "revision": 1, "extends": ["pure-compute"],
                  "calls": {"deny": [{"name": "print", "id": "no-print", "message": "{0} is [no](1) place",
                                      "remedy": "return {x}"}]}}
        policy_file = self.write("braces.yaml", policy)
        run = self.sarif(self.put("a.py", "print(1)\n"), policy=policy_file)
        self.assertIn("{{0}} is [no](1) place", run["results"][0]["message"]["text"])
        self.assertEqual(run["tool"]["driver"]["rules"][0]["help"]["text"], "return {{x}}")
        self.assertEqual(run["results"][0]["properties"]["remedy"], "return {x}")

    def test_equal_files_give_equal_bytes(self):
        text = "import ctypes, socket, subprocess\neval('1')\nx = print.__self__\n"
        logs = set()
        for folder in ["one", "two"]:
            self.put(folder + "/a.py", text)
            said = self.sluice("check", "--policy", "data-analysis", "--format", "sarif", "a.py",
                               cwd=self.folder / folder, env={"TZ": "Asia/Tokyo"} if folder == "two" else None)
            logs.add(said.out)
        self.assertEqual(len(logs), 1)
        self.assertGreater(len(json.loads(logs.pop())["runs"][0]["results"]), 3)

    def test_a_command_line_of_many_files_is_taken(self):
        names = [self.put(f"{i}.py", "x = 1\n") for i in range(200)]
        self.assertEqual(len(self.sarif(*names, code=0)["artifacts"]), 200)


class JUnit(Formats):
    def junit(self, *files, **options):
        said = self.check("junit", *files, **options)
        self.assertNotRegex(said.out, r"[\x00-\x08\x0b-\x1f\x7f\ufffe\uffff]")
        root = ElementTree.fromstring(said.out)
        suite = root.find("testsuite")
        cases = suite.findall("testcase")
        failed = [case for case in cases if case.find("failure") is not None]
        self.assertEqual((root.tag, len(root)), ("testsuites", 1))
        self.assertEqual((int(suite.get("tests")), int(suite.get("failures"))), (len(cases), len(failed)))
        return suite

    def test_a_file_is_a_case_and_a_finding_a_failure(self):
        self.put("a.py", "x = 1\nimport subprocess\neval('1')\n")
        self.put("b.py", "")
        suite = self.junit("a.py", "b.py")
        self.assertEqual((suite.get("name"), suite.get("tests"), suite.get("failures")), ("data-analysis", "2", "1"))
        self.assertEqual([case.get("name") for case in suite], ["a.py", "b.py"])
        failures = suite[0].findall("failure")
        self.assertEqual([(f.get("type"), f.get("message").split(":")[0], f.text) for f in failures],
                         [("import.denied", "line 2", "subprocess"), ("call.denied", "line 3", "eval")])

    def test_clean_files_have_no_failure(self):
        self.assertEqual(self.junit(self.put("a.py", ""), code=0).get("failures"), "0")

    def test_markup_and_controls_are_escaped(self):
        name = self.put("<&\"'>\n\x01]]>é🍎.py", "x = '<&>\"'.__class__; y = 'é🍎'.__globals__\n")
        suite = self.junit(name)
        self.assertEqual(suite[0].get("name"), "<&\"'>\ufffd\ufffd]]>é🍎.py")
        self.assertEqual([f.text for f in suite[0]], ["'<&>\"'.__class__", "__globals__"])
        raw = self.put(os.fsdecode(b"raw\xff.py"), "eval('1')\n")
        self.assertEqual(self.junit(raw)[0].get("name"), "raw\ufffd.py")

    def test_what_can_not_be_read_is_a_failure(self):
        names = [self.put(name + ".py", text) for name, text in REFUSED.items()]
        self.assertEqual(self.junit(*names).get("failures"), str(len(names)))

    def test_it_agrees_with_json(self):
        names = [self.put(name + ".py", text) for name, text in REFUSED.items()]
        files = self.check("json", *names).json["files"]
        suite = self.junit(*names)
        self.assertEqual([[f.get("type") for f in case] for case in suite],
                         [[f["rule"] for f in file["findings"]] for file in files])


class GitHub(Formats):
    COMMAND = re.compile(r"::(error|warning) file=([^,:]+),line=(\d+),col=(\d+),endLine=(\d+),title=([^,:]+)::(.+)")

    def commands(self, *files, **options):
        said = self.check("github", *files, **options)
        lines = said.out.split("\n")
        self.assertEqual(lines.pop(), "")
        return [self.COMMAND.fullmatch(line).groups() for line in lines]

    def test_a_finding_is_one_command(self):
        self.put("a.py", "x = 1\nimport subprocess\nimport sqlite3\n")
        first, second = self.commands("a.py")
        self.assertEqual(first[:6], ("error", "a.py", "2", "8", "2", "import.denied"))
        self.assertEqual(second[:6], ("warning", "a.py", "3", "8", "3", "import.escalated"))

    def test_a_clean_file_says_nothing(self):
        self.assertEqual(self.check("github", self.put("a.py", ""), code=0).out, "")

    def test_properties_are_escaped(self):
        command = self.commands(self.put("50%,a:b\r\n::error::x.py", "eval('1')\n"))[0]
        self.assertEqual(command[1], "50%25%2Ca%3Ab%0D%0A%3A%3Aerror%3A%3Ax.py")

    def test_messages_are_escaped(self):
        policy = {"apiVersion": "sluice/v1", "id": "words", "revision": 1, "extends": ["pure-compute"],
                  "calls": {"deny": [{"name": "print", "message": "100%, or:\r\n::error::no"}]}}
        policy_file = self.write("words.yaml", policy)
        message = self.commands(self.put("a.py", "print(1)\n"), policy=policy_file)[0][6]
        self.assertIn("100%25, or:", message)
        self.assertTrue(message.endswith("%0D%0A::error::no"), message)

    def test_what_can_not_be_read_is_an_error(self):
        names = [self.put(name + ".py", text) for name, text in REFUSED.items()]
        counts = collections.Counter(command[1] for command in self.commands(*names) if command[0] == "error")
        self.assertEqual(set(counts), set(names))
