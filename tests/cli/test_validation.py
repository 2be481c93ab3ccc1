# SPDX-License-Identifier: MIT
"""What must hold beyond the schema, and what must not come out."""

import base64
import hashlib
import json

from sluice import Case

TASK = """\
goal: sum
policy: data-analysis
inputs: [{path: sales.csv, sensitive: [iban]}]
output:
  schema: {type: object, required: [total, rows], properties: {total: {type: number}, rows: {type: integer}, note: {type: string}}}
  invariants:
    - {expect: "%s", severity: %s, message: "the totals agree"}
model: {provider: script, file: replies.json}
budgets: {attempts: 1}
"""
SALES = "name,amount,iban\nnorth,0.10,DE89370400440532013000\nsouth,0.20,GB29NWBK60161331926819\n"
PLAN = {"understanding": "u", "steps": ["s"], "imports": ["json"], "inputs_used": ["sales.csv"], "output_shape": "o",
        "risks": [], "feasible": True, "why_not": None}
TOTAL = "out.total == sum(in.sales, r, r.amount) && out.rows == size(in.sales)"


class Validation(Case):
    def run_printing(self, text, expect=TOTAL, severity="stop"):
        self.write("sales.csv", SALES)
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": f"print({text!r})\n"}]})
        return self.sluice("run", self.write("task.yaml", TASK % (expect, severity)), "--json")

    def test_a_control_total_is_exact(self):
        said = self.run_printing('{"total": 0.3, "rows": 2}')
        self.assertEqual((said.code, said.json["status"]), (0, "answered"), said.err + said.out)
        self.assertEqual(said.json["validation"]["invariants"][0]["verdict"], "valid")

    def test_a_total_that_is_off_by_nothing_much_stops(self):
        said = self.run_printing('{"total": 0.30000000000000004, "rows": 2}')
        self.assertEqual((said.code, said.json["status"], said.json["stage"]), (15, "failed", "validate"))
        self.assertIn("the totals agree", said.json["reason"])
        self.assertIsNone(said.json["answer"])

    def test_severities(self):
        wrong = '{"total": 9, "rows": 2}'
        self.assertEqual(self.run_printing(wrong, severity="escalate").code, 11)
        warned = self.run_printing(wrong, severity="warn")
        self.assertEqual(warned.code, 0)
        self.assertEqual(warned.json["validation"]["invariants"][0]["verdict"], "invalid")

    def test_what_nobody_can_know_escalates(self):
        said = self.run_printing('{"total": 1, "rows": 3}', expect="out.total / out.rows < 1")
        self.assertEqual((said.code, said.json["status"]), (11, "escalated"), said.json["reason"])

    def test_a_misspelt_path_is_an_error_of_the_task(self):
        said = self.run_printing("{}", expect="out.totl == 1")
        self.assertEqual(said.code, 2)
        self.assertIn("task.yaml:7:16: error:", said.err)
        self.assertIn("did you mean 'total'?", said.err)

    def test_sensitive_values_do_not_come_out_in_any_dress(self):
        iban = "GB29NWBK60161331926819"
        for note in [iban, iban.lower(), iban.encode().hex(), base64.b64encode(b"x" + iban.encode()).decode()]:
            said = self.run_printing(json.dumps({"total": 0.3, "rows": 2, "note": note}))
            self.assertEqual((said.code, said.json["status"]), (15, "failed"), note)
            self.assertTrue(said.json["leaks"])
            self.assertEqual((said.json["stage"], said.json["withheld"]), ("run", True))
            record = {**said.json, "history": None}  # which has the program, and that names it
            self.assertNotIn(iban, json.dumps(record))
            self.assertEqual(said.json["attempts"], 1, "a leak is not offered for repair")

    def test_terminal_escapes_do_not_come_out(self):
        said = self.run_printing(json.dumps({"total": 0.3, "rows": 2, "note": "\x1b[2J"}))
        self.assertEqual((said.code, said.json["answer"]), (15, None))


FRAMED = """\
goal: list
policy: data-analysis
inputs: [sales.csv]
output:
  framing: %s
  schema: %s
%s
model: {provider: script, file: replies.json}
budgets: {attempts: %d}
"""
RECORD = """{type: object, required: [name, amount], additionalProperties: false,
    properties: {name: {type: string}, amount: {type: number}, note: {type: [string, "null"]}}}"""
ROWS = "{type: array, minItems: 1, items: %s}" % RECORD
CONTROL = """\
  invariants:
    - {expect: "sum(out, r, r.amount) == sum(in.sales, r, r.amount) && size(out) == size(in.sales)"}"""


class Framing(Case):
    def run_printing(self, framing, schema, *texts, invariants=CONTROL):
        """Each text is what one program prints; all but the first are repairs."""
        self.write("sales.csv", SALES)
        first, *others = [f"print({text!r}, end='')\n" for text in texts]
        mends = [{"diagnosis": "d", "change": "c", "code": code, "give_up": False} for code in others]
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": first}, *mends]})
        return self.sluice("run", self.write("task.yaml", FRAMED % (framing, schema, invariants, len(texts))), "--json")

    def test_records_become_an_array(self):
        text = '{"name":"north","amount":0.10}\n{"name": "south", "amount": 0.20}\n'
        said = self.run_printing("ndjson", RECORD, text)
        self.assertEqual((said.code, said.json["status"]), (0, "answered"), said.err + said.out)
        self.assertEqual(said.json["answer"], [{"name": "north", "amount": 0.1}, {"name": "south", "amount": 0.2}])
        self.assertEqual(said.json["validation"]["invariants"][0]["verdict"], "valid")

    def test_a_record_is_named_by_line_and_pointer(self):
        said = self.run_printing("ndjson", RECORD, '{"name":"north","amount":0.10}\n{"name":"south","amount":"much"}\n')
        self.assertEqual((said.code, said.json["stage"]), (15, "validate"))
        self.assertIsNone(said.json["answer"])
        issue = said.json["validation"]["issues"][0]
        self.assertEqual((issue["instance"], issue["line"], issue["column"]), ("/1/amount", 2, 26))

    def test_a_repair_may_mend_a_broken_record(self):
        good = '{"name":"north","amount":0.10}\n{"name":"south","amount":0.20}\n'
        said = self.run_printing("ndjson", RECORD, good + "done\n", good)
        self.assertEqual((said.code, said.json["attempts"]), (0, 2), said.err + said.out)

    def test_control_totals_see_the_records(self):
        said = self.run_printing("ndjson", RECORD, '{"name":"north","amount":0.10}\n')
        self.assertEqual((said.code, said.json["stage"]), (15, "validate"))
        self.assertIn("does not hold", said.json["reason"])

    def test_a_table_is_typed_by_the_schema(self):
        said = self.run_printing("csv", ROWS, 'name,amount,note\r\n"north",0.10,\r\n"south",0.20,"a ""b"""\r\n')
        self.assertEqual((said.code, said.json["status"]), (0, "answered"), said.err + said.out)
        self.assertEqual(said.json["answer"], [{"name": "north", "amount": 0.1, "note": None},
                                               {"name": "south", "amount": 0.2, "note": 'a "b"'}])

    def test_a_ragged_row_stops(self):
        said = self.run_printing("csv", ROWS, "name,amount\nnorth,0.1\nsouth\n")
        self.assertEqual((said.code, said.json["validation"]["code"]), (15, "ragged-row"), said.err)
        self.assertIn("line 3, column 1", said.json["reason"])

    def test_a_cell_is_named_by_line_and_pointer(self):
        said = self.run_printing("csv", ROWS, "name,amount\nnorth,0.1\nsouth,n/a\n")
        issue = said.json["validation"]["issues"][0]
        self.assertEqual((issue["instance"], issue["line"], issue["column"]), ("/1/amount", 3, 7))

    def test_text_is_one_string(self):
        schema = "{type: string, pattern: '^[a-z]+ is best$'}"
        said = self.run_printing("text", schema, "north is best", invariants="")
        self.assertEqual((said.code, said.json["answer"]), (0, "north is best"), said.err + said.out)
        said = self.run_printing("text", schema, "north is best\n", invariants="")
        self.assertEqual((said.code, said.json["answer"]), (15, None))

    def test_terminal_escapes_do_not_come_out_in_any_framing(self):
        self.write("sales.csv", SALES)
        for framing, text in [("ndjson", '{"a": 1}\n"\\u001b[2J"\n'), ("csv", "a\n\x1b[2J\n"), ("text", "\x1b[2J")]:
            said = self.run_printing(framing, "{}", text, invariants="")
            self.assertEqual((said.code, said.json["answer"]), (15, None), framing)
            self.assertEqual(said.json["leaks"][0]["class"], "control", framing)

    def test_the_model_is_told_the_framing(self):
        for framing, words in [("json", ""), ("ndjson", "one JSON document a line"), ("csv", "csv.writer(sys.stdout)"),
                               ("text", "plain text in UTF-8")]:
            self.run_printing(framing, "{}", "", invariants="")
            self.sluice("run", "task.yaml", "--record", "record.json")
            told = (self.folder / "record.json").read_text()
            self.assertIn("# Output schema", told)
            self.assertEqual("# Output framing" in told, framing != "json")
            self.assertIn(words, told)

    def test_another_framing_is_an_error_of_the_task(self):
        said = self.run_printing("tsv", ROWS, "")
        self.assertEqual(said.code, 2)
        self.assertIn("task.yaml:5:12: error:", said.err)


class ResultChannel(Case):
    """The output is the last expression, apart from what is printed."""

    def run_code(self, *codes, framing="json", schema=ROWS, channel="result", policy="data-analysis"):
        self.write("sales.csv", SALES)
        first, *others = codes
        mends = [{"diagnosis": "d", "change": "c", "code": code, "give_up": False} for code in others]
        self.write("replies.json", {"replies": [PLAN, {"rationale": "r", "code": first}, *mends]})
        task = FRAMED % (framing + "\n  channel: " + channel, schema, "", len(codes))
        return self.sluice("run", self.write("task.yaml", task.replace("data-analysis", policy)), "--json")

    def test_prints_do_not_disturb_the_result(self):
        code = 'print("step 1")\nprint({"no": "json"})\n\'[{"name": "north", "amount": 0.10}]\'\n'
        for policy in ["pure-compute", "data-analysis"]:
            said = self.run_code(code, policy=policy)
            self.assertEqual((said.code, said.json["status"]), (0, "answered"), said.err + said.out)
            self.assertIn('"answer": [{"name": "north", "amount": 0.10}]', said.out.replace("\n", ""))
            self.assertEqual(said.json["stdout"], "step 1\n{'no': 'json'}\n")
            self.assertEqual(said.json["result"], '[{"name": "north", "amount": 0.10}]')
            self.assertEqual(said.json["output"], {"framing": "json", "channel": "result"})
            stream = said.json["execution"]["result"]
            self.assertEqual(stream["sha256"], hashlib.sha256(said.json["result"].encode()).hexdigest())
            self.assertEqual((stream["bytes"], stream["cut"]), (len(said.json["result"]), False))

    def test_without_a_result_nothing_that_is_printed_counts(self):
        good = 'print(\'[{"name": "north", "amount": 0.10}]\')\n'
        for code in [good, good + "x = '[]'\n", good + "[1]\n", good + "None\n", good + "''\n"]:
            said = self.run_code(code)
            self.assertEqual((said.code, said.json["answer"]), (15, None), code)
            self.assertEqual(said.json["validation"]["code"], "no-result", code)
            self.assertEqual(said.json["reason"], "the output is not valid: the program ended without a result")

    def test_two_documents_are_no_result(self):
        said = self.run_code("'[] []'\n")
        self.assertEqual((said.code, said.json["validation"]["code"]), (15, "multiple-documents"))

    def test_a_result_past_the_ceiling_is_no_result(self):
        said = self.run_code("print('x' * 1000)\n'[' + ' ' * 300000 + ']'\n", policy="pure-compute")
        self.assertEqual((said.code, said.json["answer"]), (13, None), said.out)
        self.assertEqual(said.json["execution"]["outcome"], "output_limit")

    def test_a_failure_before_the_last_line_has_no_result(self):
        said = self.run_code("import sys\nsys.exit(3)\n'[]'\n")
        self.assertEqual((said.code, said.json["result"], said.json["answer"]), (14, "", None))

    def test_a_repair_is_told_how_to_return_it(self):
        good = '\'[{"name": "north", "amount": 0.10}]\'\n'
        said = self.run_code("print(" + good.strip() + ")\n", good)
        self.assertEqual((said.code, said.json["attempts"]), (0, 2), said.err + said.out)
        self.sluice("run", "task.yaml", "--record", "record.json")
        told = (self.folder / "record.json").read_text()
        self.assertIn("hint: let the last line be an expression whose value is a str", told)
        self.assertIn("standard output is a log", told)

    def test_every_framing_has_the_channel(self):
        for framing, text, answer in [("ndjson", "1\n2\n", [1, 2]), ("csv", "a\r\nx\r\n", [{"a": "x"}]), ("text", "hm", "hm")]:
            said = self.run_code(f"print('log')\n{text!r}\n", framing=framing, schema="{}")
            self.assertEqual((said.code, said.json["answer"]), (0, answer), said.out)

    def test_standard_output_is_the_channel_where_none_is_named(self):
        said = self.run_code("print('[]')\n'[1]'\n", channel="stdout", schema="{}")
        self.assertEqual((said.code, said.json["answer"]), (0, []), said.out)
        self.assertEqual(said.json["output"], {"framing": "json", "channel": "stdout"})
        self.assertNotIn("result", said.json)
        self.assertNotIn("result", said.json["execution"])

    def test_another_channel_is_an_error_of_the_task(self):
        said = self.run_code("'[]'", channel="stderr")
        self.assertEqual(said.code, 2)
        self.assertIn("task.yaml:6:12: error:", said.err)


class PolicysOutput(Case):
    """What a policy says of outputs binds its tasks and those that extend it."""

    POLICY = "apiVersion: sluice/v1\nid: strict\nrevision: 1\nextends: [pure-compute]\noutput: {%s}\n"

    def test_a_task_keeps_to_the_policys_framing(self):
        self.write("strict.yaml", self.POLICY % "framing: json")
        self.write("replies.json", {"replies": []})
        task = TASK.replace("data-analysis", "strict.yaml").replace("  schema:", "  framing: csv\n  schema:")
        self.write("sales.csv", SALES)
        said = self.sluice("run", self.write("task.yaml", task % ("true", "warn")))
        self.assertEqual(said.code, 2)
        self.assertIn("task.yaml:5:12: error: the policy wants the framing 'json'", said.err)

    def test_a_child_does_not_loosen_what_a_leak_means(self):
        policy = self.write("loose.yaml", self.POLICY % "leaks: allow")
        said = self.sluice("policy", "show", policy)
        self.assertEqual(said.code, 2)
        self.assertIn("loose.yaml:5:17: error: 'leaks' loosens 'output' of the extended policy", said.err)
