# SPDX-License-Identifier: MIT
# Runs in a box of its own: says what the tables of one file hold, each as CSV, with a form feed and its name before each.
import csv
import io
import itertools
import os
import re
import sqlite3
import sys
import zipfile
from xml.etree import ElementTree

SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
MOST = 256 << 20


def member(archive, name):
    if archive.getinfo(name).file_size > MOST:
        sys.exit("the file unpacks to more than 256 MiB")
    return archive.read(name)


def texts(node):
    return "".join(t.text or "" for t in node.iter(SPREADSHEET + "t"))


def column(cell, otherwise):
    letters = re.match("[A-Z]+", cell.get("r", ""))
    if not letters:
        return otherwise
    number = 0
    for letter in letters.group():
        number = number * 26 + ord(letter) - 64
    return number - 1


def sheet_rows(root, shared):
    for row in root.iter(SPREADSHEET + "row"):
        cells = []
        for cell in row.iter(SPREADSHEET + "c"):
            at = column(cell, len(cells))
            value = cell.find(SPREADSHEET + "v")
            said = texts(cell) if cell.get("t") == "inlineStr" else (value.text or "") if value is not None else ""
            if cell.get("t") == "s" and said:
                said = shared[int(said)]
            cells.extend([""] * (at + 1 - len(cells)))
            cells[at] = said
        if any(cells):
            yield cells


RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def sheet_names(archive):
    """By the file of each sheet; none where the archive does not say."""
    try:
        book = ElementTree.fromstring(member(archive, "xl/workbook.xml"))
        links = ElementTree.fromstring(member(archive, "xl/_rels/workbook.xml.rels"))
    except (KeyError, ElementTree.ParseError):
        return {}
    files = {link.get("Id"): "xl/" + link.get("Target", "").removeprefix("/xl/") for link in links}
    return {files.get(sheet.get(RELATIONS + "id")): sheet.get("name") or "" for sheet in book.iter(SPREADSHEET + "sheet")}


def spreadsheet(path):
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        shared = []
        if "xl/sharedStrings.xml" in names:
            shared = [texts(one) for one in ElementTree.fromstring(member(archive, "xl/sharedStrings.xml")).iter(SPREADSHEET + "si")]
        called = sheet_names(archive)
        for name in sorted(names, key=lambda name: (len(name), name)):
            if re.fullmatch(r"xl/worksheets/[^/]+\.xml", name):
                yield called.get(name, name), sheet_rows(ElementTree.fromstring(member(archive, name)), shared)


def words(path):
    """Of any archive: what its documents say, without their marks."""
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            said = member(archive, name).decode("utf-8", "replace")
            yield name, [[re.sub("<[^>]*>", "", said)], [re.sub("<[^>]*>", "\n", said)]]


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def database(path):
    with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as db:
        db.text_factory = lambda b: b.decode("utf-8", "replace")
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            rows = db.execute("SELECT * FROM " + quoted(name))
            said = ([x.decode("utf-8", "replace") if isinstance(x, bytes) else "" if x is None else str(x) for x in row] for row in rows)
            yield name, itertools.chain([[one[0] for one in rows.description]], said)


def tables(path):
    with open(path, "rb") as f:
        head = f.read(16)
    if head == b"SQLite format 3\0":
        yield from database(path)
    elif "all" in os.listdir("."):
        yield from words(path)
    else:
        yield from spreadsheet(path)


for title, rows in tables("file"):
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    print("\f" + " ".join(title.split()) + "\n" + out.getvalue().replace("\f", " "), end="")
