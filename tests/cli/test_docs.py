# SPDX-License-Identifier: MIT
"""The pages lead somewhere: their links, the verbs that they name, the tests that they name."""
import re
import subprocess
import unittest

from sluice import PROGRAM, SOURCE

PAGES = [SOURCE / name for name in ("README.md", "SECURITY.md", "NEWS.md")] + sorted((SOURCE / "docs").rglob("*.md"))


def spans(text):
    return re.findall(r"`([^`\n]+)`", text) + re.findall(r"^ {4,}(sluice .*)$|^\t(sluice .*)$|^\$ (sluice .*)$", text, re.M)


class Pages(unittest.TestCase):
    def test_links_lead_to_pages(self):
        for page in PAGES:
            for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
                if not link.startswith("http"):
                    self.assertTrue((page.parent / link).exists(), f"{page.name}: {link}")

    def test_pages_that_are_named_are_there(self):
        for page in PAGES:
            for name in re.findall(r"`((?:docs|tests|examples|policies|policy-engine|scripts)/[\w./-]+\.\w+)`", page.read_text()):
                self.assertTrue((SOURCE / name).exists(), f"{page.name}: {name}")

    def test_every_page_is_reached_from_the_first(self):
        seen, todo = set(), [SOURCE / "README.md"]
        while todo:
            page = todo.pop()
            if page in seen:
                continue
            seen.add(page)
            text = page.read_text()
            todo += [(page.parent / link).resolve() for link in re.findall(r"\]\(([^)#:]+\.md)(?:#[^)]*)?\)", text)]
            todo += [SOURCE / name for name in re.findall(r"`(docs/[\w./-]+\.md)`", text)]
        self.assertEqual([p.name for p in PAGES if p.parent.name == "docs" and p.resolve() not in {s.resolve() for s in seen}], [])

    def test_each_function_of_an_invariant_is_told_once(self):
        table = (SOURCE / "validator/invariant_parse.c").read_text().split("} FUNCTIONS[] = {")[1].split("};")[0]
        names = re.findall(r'\{"(\w+)", F_', table)
        self.assertGreater(len(names), 15)
        page = (SOURCE / "docs/task.md").read_text().split("| function | is |")[1].split("\n\n")[0]
        self.assertEqual(sorted(set(re.findall(r"`(\w+)\(", page))), sorted(names))

    def test_verbs_that_are_named_are_known(self):
        help_ = subprocess.run([PROGRAM, "--help"], capture_output=True, check=True).stdout.decode()
        verbs = set(re.findall(r"^  (\w+)", help_, re.M))
        self.assertGreater(len(verbs), 15)
        named = set()
        for page in PAGES:
            for groups in spans(page.read_text()):
                for span in ([groups] if isinstance(groups, str) else groups):
                    named |= {(page.name, m[1]) for m in re.finditer(r"(?<![-\w])sluice ([a-z]+)\b", span)}
        self.assertGreater(len(named), 50)
        self.assertEqual(sorted((page, verb) for page, verb in named if verb not in verbs), [])


if __name__ == "__main__":
    unittest.main()
