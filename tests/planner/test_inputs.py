# SPDX-License-Identifier: MIT
"""What a model is told of the task's inputs: sheets, encodings, nested documents, the task's own words; and no value of them."""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest
import zipfile

SLUICE = os.environ["SLUICE"]
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINKS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'


def cell(text):
    return f'<c t="inlineStr"><is><t>{text}</t></is></c>' if isinstance(text, str) else f"<c><v>{text}</v></c>"


def workbook(path, sheets):
    """Sheets whose files are numbered in another order than they stand in the book."""
    with zipfile.ZipFile(path, "w") as out:
        count = len(sheets)
        out.writestr("xl/workbook.xml", f"<workbook {MAIN} {LINKS}><sheets>" + "".join(
            f'<sheet name="{name}" sheetId="{i}" r:id="rId{i}"/>' for i, name in enumerate(sheets)) + "</sheets></workbook>")
        out.writestr("xl/_rels/workbook.xml.rels", "<Relationships>" + "".join(
            f'<Relationship Id="rId{i}" Target="worksheets/sheet{count - i}.xml"/>' for i in range(count)) + "</Relationships>")
        for i, rows in enumerate(sheets.values()):
            body = "".join("<row>" + "".join(map(cell, row)) + "</row>" for row in rows)
            out.writestr(f"xl/worksheets/sheet{count - i}.xml", f"<worksheet {MAIN}><sheetData>{body}</sheetData></worksheet>")


class Inputs(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)
        (self.folder / "none.json").write_text('{"replies": []}')

    def told(self, name, **words):
        """The description of one input; a run's error where there is none."""
        task = {"goal": "count", "policy": "data-analysis", "output": {"schema": {}}, "inputs": [{"path": name, **words}],
                "model": {"provider": "script", "file": "none.json"}}
        (self.folder / "task.yaml").write_text(json.dumps(task, indent=1))
        done = subprocess.run([SLUICE, "model", "prompt", self.folder / "task.yaml"], capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr
        return json.loads(done.stdout.split("# Inputs\n\n")[1].split("\n")[0])

    def test_a_goal_is_told_byte_for_byte(self):
        task = {"goal": "one\0two", "policy": "pure-compute", "output": {"schema": {}}, "model": {"provider": "script", "file": "none.json"}}
        (self.folder / "task.yaml").write_text(json.dumps(task))
        done = subprocess.run([SLUICE, "model", "prompt", self.folder / "task.yaml"], capture_output=True, text=True, check=True)
        self.assertIn("# Goal\n\none\\x00two\n\n# Your step\n", done.stdout)

    def names(self, table):
        return [(c["name"], c["type"]) for c in table["columns"]]

    def test_each_sheet_is_told_by_its_name(self):
        workbook(self.folder / "book.xlsx", {"People": [["name", "age"], ["Ann", 17], ["Bob", 18]],
                                             "Prices": [["item", "eur"], ["x", 1.5]]})
        told = self.told("book.xlsx")
        self.assertEqual(told["kind"], "xlsx")
        self.assertEqual({s["name"]: (s["rows"], self.names(s)) for s in told["sheets"]},
                         {"People": (2, [("name", "text"), ("age", "integer")]), "Prices": (1, [("item", "text"), ("eur", "number")])})
        self.assertNotIn("Ann", json.dumps(told))

    def test_a_database_is_told_by_its_tables(self):
        with sqlite3.connect(self.folder / "d.db") as db:
            db.execute("CREATE TABLE sales (day TEXT, n INTEGER)")
            db.execute("INSERT INTO sales VALUES ('2026-01-02', 4)")
        told = self.told("d.db")
        self.assertEqual((told["kind"], told["tables"][0]["name"], self.names(told["tables"][0])),
                         ("sqlite", "sales", [("day", "date"), ("n", "integer")]))

    def test_a_broken_spreadsheet_is_told_as_what_it_is(self):
        (self.folder / "b.xlsx").write_bytes(b"PK\x03\x04\xff\x00")
        self.assertEqual(self.told("b.xlsx")["kind"], "zip")

    def test_other_encodings_are_read_and_named(self):
        for encoding, words in (("latin-1", "not UTF-8: latin-1 or cp1252"), ("utf-16", "utf-16")):
            (self.folder / "t.csv").write_bytes("größe,n\nüber,007\n".encode(encoding))
            told = self.told("t.csv")
            self.assertEqual((told["encoding"], self.names(told)),
                             (words, [("größe", "text"), ("n", "text: digits, some with leading zeros")]))

    def test_a_large_document_is_told_too(self):
        (self.folder / "l.json").write_text(json.dumps([{"id": i, "tags": ["a", "b"]} for i in range(300000)]))
        told = self.told("l.json")
        self.assertEqual((told["length"], told["first_element"]["members"]["tags"]["length"]), (300000, 2))

    def test_the_words_of_the_task_stand_where_they_belong(self):
        (self.folder / "t.csv").write_text("day,paid\n2026-01-02,4\n")
        told = self.told("t.csv", about="One row a day.", columns={"paid": "customers who paid"})
        self.assertEqual((told["about"], told["columns"][1]["about"]), ("One row a day.", "customers who paid"))
        said = self.told("t.csv", columns={"payed": "customers who paid"})
        self.assertIn("the task explains 'payed', and 't.csv' has no such column", said)
        (self.folder / "d.json").write_text('{"a": {"paid": 1}}')
        told = self.told("d.json", columns={"paid": "customers", "elsewhere": "x"})
        self.assertEqual(told["members"]["a"]["members"]["paid"], {"type": "number", "about": "customers"})
        self.assertEqual(told["meanings"], {"elsewhere": "x"})

    def test_parquet_is_refused_by_name(self):
        (self.folder / "p.parquet").write_bytes(b"PAR1\xff\x00PAR1")
        self.assertIn("the input 'p.parquet' is Parquet, and nothing in the sandbox reads it", self.told("p.parquet"))


if __name__ == "__main__":
    sys.exit(unittest.main())
