# SPDX-License-Identifier: MIT
"""Pages that are followed by their text alone: what they say to write is written, what they say to type is typed, and what they
say comes out must come out.

A block behind "Write `FILE`:" is the file. In a `console` block, `$ ` begins a command and the lines below are what it prints on
both streams; `...` alone is any lines, `…` in a line any text. `SLUICE_GUIDE=FOLDER` writes the pages there as they would be true.
"""
import os
import re
import subprocess
import unittest

from sluice import PROGRAM, SOURCE, Case

BLOCK = re.compile(r"(?:^Write `(?P<file>[\w./-]+)`[^\n]*:\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.S | re.M)


def fits(told, said):
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line).replace("…", ".*") + "\n"
                      for line in said.splitlines())
    return re.fullmatch(pattern, told) is not None


class Pages(Case):
    def run_command(self, words):
        environment = {"PATH": f"{os.path.dirname(PROGRAM)}:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": str(self.folder / "home"),
                       "LANG": "C.UTF-8", "NO_COLOR": "1", "SLUICE_PASSPHRASE_FD": "0"}
        done = subprocess.run(["/bin/bash", "-c", words], cwd=self.folder / "work", env=environment, timeout=120,
                              input=b"correct horse battery\n", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return done.stdout.decode()

    def follow(self, page):
        (self.folder / "work").mkdir()
        (self.folder / "home").mkdir(mode=0o700)
        text, wrong, true, end = (SOURCE / page).read_text(), [], "", 0
        for block in BLOCK.finditer(text):
            body = block["body"]
            if block["file"]:
                (self.folder / "work" / block["file"]).write_text(body)
            elif block["kind"] == "console":
                steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.M)
                self.assertTrue(steps, body)
                told = [self.run_command(words) for words, _ in steps]
                wrong += [f"$ {words}\n{now}--- the page says:\n{said}" for (words, said), now in zip(steps, told)
                          if not fits(now, said)]
                body = "".join(f"$ {words}\n{said if fits(now, said) else now}" for (words, said), now in zip(steps, told))
            true += text[end:block.start("body")] + body
            end = block.end("body")
        if os.environ.get("SLUICE_GUIDE"):
            with open(os.path.join(os.environ["SLUICE_GUIDE"], os.path.basename(page)), "w", encoding="utf-8") as file:
                file.write(true + text[end:])
        self.assertEqual("\n".join(wrong), "")
        return text.count("\n$ ")

    def test_the_guide_is_followed_from_an_empty_folder(self):
        self.assertGreater(self.follow("docs/policy-guide.md"), 20)

    def test_the_shipped_policies_are_as_their_page_says(self):
        self.assertGreater(self.follow("docs/policies/at-work.md"), 5)


if __name__ == "__main__":
    unittest.main()
