import json
import re

TEXT = """
Order #1042 placed 2024-03-05 by C-77 for EUR 1,249.90
Order #1043 placed 2024-03-06 by C-12 for USD 80.00 (gift)
Refund for order #1042 on 2024-03-20: EUR 249.90
order 1044 has no details
"""

ORDER = re.compile(
    r"""
    ^Order\ \#(?P<id>\d+)\s+placed\s+
    (?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)\s+
    by\ (?P<customer>C-\d+)\s+for\s+
    (?P<currency>[A-Z]{3})\s(?P<amount>[\d,]+\.\d\d)
    (?:\s\((?P<note>[^)]*)\))?
    $""",
    re.VERBOSE | re.MULTILINE,
)

orders = []
for m in ORDER.finditer(TEXT):
    g = m.groupdict(default="")
    g["amount"] = float(g["amount"].replace(",", ""))
    g["date"] = "-".join(g.pop(k) for k in "ymd")
    orders.append(g)

refunds = re.findall(r"Refund.*?#(\d+).*?([A-Z]{3}) ([\d.]+)", TEXT)
masked = re.sub(r"C-(\d+)", lambda m: "C-" + "*" * len(m[1]), TEXT)
swapped = re.sub(r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)", r"\g<d>/\g<m>/\g<y>", TEXT.splitlines()[1])
words = re.split(r"[\s,;.:#()]+", TEXT.strip(), maxsplit=4)

print(json.dumps({
    "orders": orders,
    "refunds": refunds,
    "masked": re.findall(r"C-\*+", masked),
    "swapped": swapped,
    "words": words,
    "camel": re.sub(r"(?<!^)(?=[A-Z])", "_", "totalNetAmount").lower(),
    "full": bool(re.fullmatch(r"(?i)order \d+.*", TEXT.strip().splitlines()[-1])),
    "escaped": re.escape("1.5 (max)"),
}, indent=1))
