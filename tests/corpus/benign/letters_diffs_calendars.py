import textwrap
import difflib
import string
from string import Template
from io import StringIO
import csv
import calendar
from fractions import Fraction
from zoneinfo import ZoneInfo
from datetime import datetime, timezone

REPORT = Template("""\
Dear $name,
your balance on $day is $$${balance}.
""")

people = csv.DictReader(StringIO("name,balance\nAnn,10.5\nBob,7\n"))
for p in people:
    text = REPORT.substitute(name=p["name"], day="2024-03-01", balance=f"{float(p['balance']):.2f}")
    print(textwrap.indent(text, "> "))

print(REPORT.safe_substitute(name="X"))
a = "the quick brown fox".split()
b = "the quick red fox jumps".split()
for line in difflib.unified_diff(a, b, lineterm="", fromfile="old", tofile="new"):
    print(line)
print(difflib.get_close_matches("appel", ["ape", "apple", "peach"]), round(difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), 3))
print(textwrap.fill("word " * 30, width=40, subsequent_indent="  "))
print(textwrap.shorten("a long sentence that goes on", 15, placeholder="..."))
print(calendar.month(2024, 2), calendar.isleap(2024), calendar.monthrange(2024, 2))
print(Fraction("0.375") + Fraction(1, 8), Fraction(3.14159).limit_denominator(100))
noon = datetime(2024, 7, 1, 12, tzinfo=timezone.utc)
for zone in ("Europe/London", "Asia/Tokyo"):
    print(zone, noon.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M %Z"))
table = str.maketrans("abc", "xyz", string.punctuation)
print("a.b,c!".translate(table), string.capwords("hello there"), "{0!r:>8}|{name:^9}|{1:08.3f}".format("a", 3.14159, name="mid"))
w = StringIO()
writer = csv.DictWriter(w, fieldnames=["k", "v"], quoting=csv.QUOTE_NONNUMERIC, extrasaction="ignore")
writer.writeheader()
writer.writerows([{"k": "a", "v": 1, "z": 2}])
print(w.getvalue())
print("é".encode("utf-8"), b"\xc3\xa9".decode("utf8"), "ß".casefold(), "abc".center(9, "*"), "%-5s|%5.1f%%" % ("x", 12.345))
