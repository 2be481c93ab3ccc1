"""What kinds of values a column holds, before it is cleaned."""
import logging
from collections import Counter

import pandas as pd

logging.basicConfig(level=logging.INFO, format="%(message)s")
log = logging.getLogger("types")
table = pd.DataFrame({"amount": [1, "2", None, 4.5], "note": ["a", "b", 3, "d"]})
print(table["amount"].apply(type).value_counts())
print(table["note"].map(type).nunique(), "kinds of note")
print(Counter(type(v).__name__ for v in table["amount"]).most_common(1))
print({type(v) for v in table["note"]} == {str, int}, set(map(type, table["note"])) == {str, int})
print([type(v) for v in table["note"]], len({type(v) for v in table["amount"]}))
NAMES = {int: "whole", float: "decimal", str: "text"}
for value in table["amount"]:
    kind = type(value)
    log.info("%r is %s", value, kind)
    print(NAMES.get(type(value), "nothing"), kind is str, kind in (int, float))
    if type(value) in NAMES:
        print(NAMES[type(value)])


def as_number(value):
    if type(value) is int or type(value) == float:
        return value
    if isinstance(value, str) and value.isdigit():
        return int(value)
    raise TypeError(type(value))


for value in table["amount"]:
    try:
        print(as_number(value))
    except TypeError as error:
        print("no number:", error)
