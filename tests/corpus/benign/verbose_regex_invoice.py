import re

INVOICE = re.compile(r"""
    (?P<no>INV-\d{4})      # number
    \s+ (?P<date>\d{4}-\d{2}-\d{2})
    \s+ (?P<amount>\d+(?:\.\d{2})?)
""", re.VERBOSE)
text = """INV-0001 2024-01-05 19.90
noise
INV-0002 2024-02-11 250"""
for m in INVOICE.finditer(text):
    print(m["no"], m.group("date"), float(m["amount"]), m.span())
print(re.sub(r"(\d{4})-(\d{2})-(\d{2})", lambda m: ".".join(reversed(m.groups())), text).splitlines()[0])
