# SPDX-License-Identifier: MIT
"""The recipes of docs/agents.md and docs/mcp.md, as far as they can be tried without a host that is online."""
import json
import re
import subprocess
import unittest

import sluice
from sluice import SOURCE
from test_agents import AGENTS, NODE, Clients

PAGES = {name: (SOURCE / "docs" / name).read_text() for name in ("agents.md", "mcp.md")}


def blocks(kind):
    found = [(name, text) for name, page in PAGES.items() for text in re.findall(rf"^```{kind}\n(.*?)^```", page, re.M | re.S)]
    assert found, kind
    return found


class Recipes(Clients):
    def test_a_host_that_reads_the_json_gets_the_tools(self):
        hosts = [json.loads(text)["mcpServers"]["sluice"] for _, text in blocks("json") if "mcpServers" in text]
        self.assertEqual({"command" in h for h in hosts}, {True, False})
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) + "\n"
        for host in hosts:
            if "command" not in host:
                self.assertRegex(host["url"], "/mcp$")
                continue
            self.assertEqual(host["command"], "sluice")
            done = subprocess.run([sluice.PROGRAM, *host["args"]], input=line, capture_output=True, text=True, timeout=60, check=True,
                                  cwd=self.folder, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **self.env})
            self.assertEqual(len(json.loads(done.stdout)["result"]["tools"]), 12)

    def test_programs_import_what_the_packages_have(self):
        """The imports are resolved, and the rest is parsed; cli/frameworks and cli/agents run the same calls."""
        for name, text in blocks("js"):
            lines = text.splitlines()
            imports = [line for line in lines if line.startswith("import ")]
            self.assertTrue(imports, name)
            rest = "\n".join(line for line in lines if line not in imports)
            done = subprocess.run([NODE, "--input-type=module", "-e", "\n".join(imports) + f"\nasync () => {{\n{rest}\n}};"],
                                  cwd=AGENTS, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
        for name, text in blocks("python"):
            compile(text, name, "exec")

    def test_plain_http(self):
        self.serve("--policy", "data-analysis")
        text = next(t for _, t in blocks("sh") if "curl" in t).replace("127.0.0.1:8321", f"127.0.0.1:{self.port}")
        first, second = re.split(r"\n(?=curl)", text.strip())

        def curl(command):
            done = subprocess.run(["sh", "-c", command], env={"PATH": "/usr/bin:/bin", "TOKEN": self.tokens["bot"]}, capture_output=True, timeout=60, check=True)
            return json.loads(done.stdout)

        run = curl(first)
        self.assertEqual((run["state"], run["answer"]), ("answered", 2))
        self.assertEqual(curl(second.replace("RUN_ID", run["run_id"]))["answer"], 2)


del Clients

if __name__ == "__main__":
    unittest.main()
