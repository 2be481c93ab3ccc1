# SPDX-License-Identifier: MIT
"""What must hold beyond the schema, and what must not come out."""

import base64
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
            self.assertTrue(said.json["validation"]["leaks"])
            self.assertNotIn(iban, json.dumps(said.json["validation"]) + said.json["reason"])
            self.assertEqual(said.json["attempts"], 1, "a leak is not offered for repair")

    def test_terminal_escapes_do_not_come_out(self):
        said = self.run_printing(json.dumps({"total": 0.3, "rows": 2, "note": "\x1b[2J"}))
        self.assertEqual((said.code, said.json["answer"]), (15, None))
