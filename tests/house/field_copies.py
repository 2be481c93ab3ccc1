#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists the functions that only copy fields: those that a table (base/record.h) could replace.

A function counts if at least four of its statements, and two thirds of them, move one field: a
member of a JSON object that is written or read, a column of a row, a line of a text that is drawn,
or an assignment of one member to another.

    field_copies.py [FOLDER...]      the sum of each folder
    field_copies.py --list FOLDER... each function, the longest first
"""
import re
import subprocess
import sys

FUNCTION = re.compile(r"^(\w+)\(((?:[^{};]|\n)*?)\)\n\{\n(.*?)^\}", re.M | re.S)
MEMBER = r"[\w\]\)]+(?:->|\.)\w+"
JSON = re.compile(r"\bjson_(?:name|str|text|number|bool|null|field_\w+|put\w*|open\w*|object|array|"
                  r"end\w*|raw|member\w*|get\w*|int)\b|\b(?:put|write|take|row|col|draw|line|say)_?\w*\(w?,?")
DRAW = re.compile(r"\b(?:buf_(?:printf|str|text|put\w*)|cell\w*|print\w*|f?printf|text_\w+)\(.*" + MEMBER)
ROW = re.compile(r"\bdb_(?:text|int|blob|str|bool|number|column\w*|take\w*|bind\w*)\w*\(")
ASSIGN = re.compile(r"^\*?" + MEMBER + r"\s*=\s*[^;]*(?:" + MEMBER + r"|json_|db_|row)")
PLAIN = re.compile(r"^(?:return|const|struct|size_t|int|int64_t|char|bool|\}|\{)")


def statements(body):
    text = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    text = re.sub(r"\s+", " ", text)
    return [s.strip() for s in text.split(";") if s.strip(" }{")]


def moves_field(statement):
    if JSON.search(statement) and ("\"" in statement or "json_" in statement):
        return True
    return bool(DRAW.search(statement) or ROW.search(statement) or ASSIGN.search(statement))


def copies(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for match in FUNCTION.finditer(text):
        found = [s for s in statements(match[3]) if not PLAIN.match(s) or moves_field(s)]
        moved = sum(map(moves_field, found))
        if moved >= 4 and moved * 3 >= len(found) * 2:
            yield match[0].count("\n") + 2, path, match[1]


def main(words):
    listed = "--list" in words
    folders = [w for w in words if w != "--list"]
    files = subprocess.run(["git", "ls-files", "--", *(folders or ["."])], check=True,
                           capture_output=True, text=True).stdout.split()
    sums = {}
    found = []
    for path in files:
        if path.endswith(".c") and not path.startswith("tests/"):
            for one in copies(path):
                found.append(one)
                folder = sums.setdefault(path.split("/")[0], [0, 0])
                folder[0] += 1
                folder[1] += one[0]
    if listed:
        for lines, path, name in sorted(found, reverse=True):
            print(f"{lines:5} {path}:{name}")
    for folder, (count, lines) in sorted(sums.items()):
        print(f"{folder:16} {count:4} functions {lines:6} lines")
    print(f"{'all':16} {len(found):4} functions {sum(f[0] for f in found):6} lines")


if __name__ == "__main__":
    main(sys.argv[1:])
