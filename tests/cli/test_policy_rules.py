# SPDX-License-Identifier: MIT
"""The rules in the documentation load, and pass their own tests."""

import re
import textwrap
import unittest

from sluice import SOURCE, Case, call

HEAD = """\
apiVersion: sluice/v1
id: {name}
revision: 1
extends: [data-analysis]
override: [{{what: rules, reason: "an example of the documentation"}}]
rules:
"""


class PolicyRules(Case):
    def test_the_first_policy_of_the_documentation_loads(self):
        text = (SOURCE / "docs" / "policy.md").read_text()
        self.write("p.yaml", re.search(r"```yaml\n(apiVersion.*?)```", text, re.S).group(1))
        self.write("p.py", "print(1)\n")
        said = call("check", "--policy", "p.yaml", "p.py", cwd=self.folder)
        self.assertEqual((said.code, said.err), (1, ""))
        self.assertIn("escalate: 'print': a reviewer looks at what is printed", said.out)

    def test_the_rules_in_the_documentation_pass_their_tests(self):
        text = (SOURCE / "docs" / "policy.md").read_text()
        blocks = [b for b in re.findall(r"```yaml\n(.*?)```", text, re.S) if b.startswith("- id:")]
        self.assertGreater(len(blocks), 0)
        for number, block in enumerate(blocks):
            self.write(f"{number}.yaml", HEAD.format(name=f"example-{number}") + textwrap.indent(block, "  "))
            said = call("policy", "test", f"{number}.yaml", cwd=self.folder)
            self.assertEqual((said.code, said.err), (0, ""), said.out + block)


if __name__ == "__main__":
    unittest.main()
