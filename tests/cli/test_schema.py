# SPDX-License-Identifier: MIT
"""sluice schema, as a stranger uses it."""

import json
import os
import pathlib
import unittest
from xml.etree import ElementTree

from sluice import SOURCE, Case

SUITE = pathlib.Path(os.environ.get("SLUICE_SHARED_DATA", SOURCE / "../shared/data")) / "JSON-Schema-Test-Suite"


class Schema(Case):
    def test_a_batch_goes_on_past_what_cannot_be_read(self):
        self.write("s.json", {"type": "number"})
        self.write("a.json", "1")
        self.write("b.json", "\"x\"")
        said = self.sluice("schema", "validate", "s.json", "a.json", "nowhere.json", "b.json")
        self.assertEqual(said.code, 2)
        self.assertIn("a.json: valid\n", said.out)
        self.assertIn("b.json:1:1: expected a number, found the string 'x', at the root\n", said.out)
        self.assertIn("can't open 'nowhere.json'", said.err)
        said = self.sluice("schema", "validate", "s.json", "a.json", "nowhere.json", "b.json", "--json")
        self.assertEqual([(one["path"], one["verdict"]) for one in said.json], [("a.json", "valid"), ("b.json", "invalid")])

    def test_the_caret_stands_under_its_place_in_a_long_line(self):
        self.write("s.json", {"properties": {"b": {"type": "number"}}})
        self.write("a.json", json.dumps({"a": list(range(200)), "b": "oops"}))
        said = self.sluice("schema", "validate", "s.json", "a.json")
        line, carets = said.out.splitlines()[2:4]
        self.assertIn(", at /b\n", said.out)
        self.assertEqual(line[carets.index("^"):carets.rindex("^") + 1], '"oops"')

    def test_remotes_dialects_and_formats(self):
        self.write("remotes/deep/x.json", {"$defs": {"n": {"type": "integer"}}})
        self.write("s.json", {"$ref": "https://example.org/deep/x.json#/$defs/n", "format": "email", "odd": 1})
        self.write("a.json", "1")
        self.write("b.json", "1.5")
        remote = "--remote", "https://example.org/=remotes"
        self.assertEqual(self.sluice("schema", "validate", "s.json", "a.json", *remote).code, 2, "'odd' is unknown")
        self.assertEqual(self.sluice("schema", "validate", "s.json", "a.json", *remote, "--lax").code, 0)
        self.assertEqual(self.sluice("schema", "validate", "s.json", "b.json", *remote, "--lax").code, 1)
        self.assertEqual(self.sluice("schema", "validate", "s.json", "a.json", "--lax").code, 2, "nothing is fetched")
        self.write("f.json", {"format": "email"})
        self.write("c.json", "\"x\"")
        self.assertEqual(self.sluice("schema", "validate", "f.json", "c.json").code, 1)
        self.assertEqual(self.sluice("schema", "validate", "f.json", "c.json", "--format", "annotate").code, 0)
        self.write("d.json", {"items": [{"type": "string"}]})
        self.assertEqual(self.sluice("schema", "check", "d.json").code, 1)
        self.assertEqual(self.sluice("schema", "check", "d.json", "--dialect", "7").code, 0)
        said = self.sluice("schema", "check", "d.json", "--dialect", "4")
        self.assertIn("'4' is not a dialect", said.err)

    def test_a_tag_of_no_alternative_is_told_with_those_that_there_are(self):
        shapes = [{"properties": {"kind": {"const": kind}, size: {"type": "number"}}, "required": ["kind", size], "additionalProperties": False}
                  for kind, size in (("circle", "radius"), ("rect", "a"), ("poly", "sides"))]
        self.write("s.json", {"oneOf": shapes})
        self.write("a.json", {"kind": "triangle", "a": 1})
        said = self.sluice("schema", "validate", "s.json", "a.json", "--json").json[0]["issues"]
        self.assertEqual([(i["instance"], i["message"]) for i in said], [("/kind", "expected 'circle' or 'rect' or 'poly', found the string 'triangle'")])
        self.write("a.json", {"kind": "rect", "a": "x"})
        said = self.sluice("schema", "validate", "s.json", "a.json", "--json").json[0]["issues"]
        self.assertEqual([i["instance"] for i in said], ["/a"])

    def test_what_a_metaschema_forbids_is_found(self):
        for schema in ({"title": 3}, {"description": []}, {"$comment": 1}, {"$anchor": "1a"}, {"$anchor": ""}, {"$dynamicAnchor": "a b"}, {"examples": "a"},
                       {"deprecated": "x"}, {"readOnly": 1}, {"writeOnly": None}, {"contentEncoding": 1}, {"contentMediaType": {}}, {"prefixItems": []}, {"dependentRequired": {"a": ["b", "b"]}}, {"minContains": 2}):
            self.write("s.json", schema)
            self.assertEqual(self.sluice("schema", "check", "s.json").code, 1, schema)

    def test_what_nothing_can_meet_is_warned_of(self):
        for schema, mark, words in (
                ({"minItems": 5, "maxItems": 2}, '5', "'minItems' is more than 'maxItems'"),
                ({"exclusiveMinimum": 2, "maximum": 2}, '2, "max', "no number meets both 'exclusiveMinimum' and 'maximum'"),
                ({"properties": {"a": {}}, "additionalProperties": False, "required": ["a", "b"]}, '"b"', "'b' is required, and refused"),
                ({"properties": {"a": False}, "required": ["a"]}, '"a"]', "'a' is required, and refused"),
                ({"type": "string", "const": 1}, '1', "what 'const' asks for is refused by what stands beside it"),
                ({"type": "string", "enum": ["a", 1]}, '1', "this value of 'enum' is refused by what stands beside it"),
                ({"type": "string", "default": 3}, '3', "'default' does not fit its own schema"),
                ({"multipleOf": 5, "examples": [10, 12]}, '12', "this example does not fit its own schema"),
                ({"allOf": [{"type": "string"}, {"type": "number"}]}, '{"allOf', "no value has all the types that are asked for here"),
                ({"type": "string", "$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}, '{"type": "string"', "no value has all the types"),
                ({"contains": {}, "minContains": 3, "maxContains": 1}, "{}", "'minContains' is more than 'maxContains'"),
                ({"not": {}}, "{}", "'not' refuses every value here")):
            self.write("s.json", json.dumps(schema))
            said = self.sluice("schema", "check", "s.json")
            self.assertEqual((said.code, said.out.splitlines()[0]), (0, "s.json: a valid schema"), schema)
            self.assertEqual(said.out.count("warning:"), 1, said.out)
            self.assertIn(f"s.json:1:{json.dumps(schema).rindex(mark) + 1}: warning: {words}", said.out)

    def test_what_can_be_met_is_not(self):
        for schema in ({"minimum": 2, "maximum": 2}, {"type": "integer", "allOf": [{"type": "number"}]}, {"type": ["string", "null"], "default": None},
                       {"properties": {"a": {}}, "patternProperties": {"^b": {}}, "additionalProperties": False, "required": ["a", "bc"]},
                       {"properties": {"k": {"$ref": "#"}}, "type": "object"}, {"anyOf": [{"type": "string"}, False]}, {"type": "number", "const": 1},
                       {"enum": [1, "a", None]}, {"type": "object", "properties": {"a": False}}, {"if": {"const": 1}, "then": False}):
            self.write("s.json", schema)
            self.assertNotIn("warning", self.sluice("schema", "check", "s.json").out, schema)

    def test_one_mistake_made_often_is_told_a_few_times(self):
        self.write("s.json", {"items": {"type": "string"}, "minItems": 200})
        self.write("a.json", list(range(90)))
        said = self.sluice("schema", "validate", "s.json", "a.json").out
        self.assertEqual(said.count("expected a string"), 3)
        self.assertIn("and the same at 87 more places", said)
        self.assertIn("expected at least 200 items", said)
        self.assertEqual(len(self.sluice("schema", "validate", "s.json", "a.json", "--json").json[0]["issues"]), 91)

    def test_reports_for_other_programs(self):
        self.write("s.json", {"properties": {"ü": {"type": "string"}}})
        self.write("good.json", "{}")
        self.write("bad.json", '{"x": "ü",\n "ü": 1}')
        files = ("s.json", "good.json", "bad.json")
        said = self.sluice("schema", "validate", *files, "--report", "sarif")
        self.assertEqual(said.code, 1)
        result, = said.json["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual((result["ruleId"], result["level"], place["artifactLocation"]["uri"]), ("schema.type", "error", "bad.json"))
        self.assertEqual({k: place["region"][k] for k in ("startLine", "startColumn", "endColumn")}, {"startLine": 2, "startColumn": 7, "endColumn": 8})
        said = self.sluice("schema", "validate", *files, "--report", "junit")
        suite = ElementTree.fromstring(said.out).find("testsuite")
        self.assertEqual((suite.get("name"), suite.get("tests"), suite.get("failures")), ("schema validate", "2", "1"))
        self.assertEqual([c.get("name") for c in suite.iter("testcase") if c.find("failure") is not None], ["bad.json"])
        said = self.sluice("schema", "validate", *files, "--report", "github")
        self.assertEqual(said.out, "::error file=bad.json,line=2,col=7,endLine=2,title=schema.type::expected a string, found the number 1, at /ü\n")
        self.assertEqual(self.sluice("schema", "validate", *files, "--report", "json").out, self.sluice("schema", "validate", *files, "--json").out)

    @unittest.skipUnless(SUITE.is_dir(), "the official suite is not at hand")
    def test_the_official_suites_pass_by_one_command(self):
        for draft, dialect, passed in (("draft2020-12", "2020-12", 1299), ("draft2019-09", "2019-09", 1259), ("draft7", "7", 927)):
            said = self.sluice("schema", "test", "--lax", "--format", "annotate", "--dialect", dialect, "--remote",
                               f"http://localhost:1234/={SUITE}/remotes", *sorted((SUITE / "tests" / draft).glob("*.json")))
            self.assertEqual((said.code, said.out.splitlines()[-1]), (0, f"# {passed} passed, 0 failed"), said.err)


if __name__ == "__main__":
    unittest.main()
