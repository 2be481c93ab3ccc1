from string import Template
from datetime import date, timedelta
import csv
import re

INVOICE = Template("""\
Account: $account
Period:  $first to $last
$lines
Total:   $total EUR
""")

rates = {"EUR": 1.0, "USD": 0.92, "GBP": 1.17}
statements = {}
with open("transactions.csv", newline="") as f:
    for t in csv.DictReader(f):
        statements.setdefault(t["account"], []).append(t)

for account in sorted(statements):
    rows = statements[account][:3]
    lines = "\n".join(f"  {t['txn_id']} {t['kind']:<11}{float(t['amount']) * rates[t['currency']]:>9.2f}" for t in rows)
    first, last = (date.fromisoformat(rows[i]["date"]) for i in (0, -1))
    text = INVOICE.substitute(
        account=re.sub(r"(?<=.)\d(?=$)", "#", account),
        first=first,
        last=last + timedelta(days=1),
        lines=lines,
        total=f"{sum(float(t['amount']) * rates[t['currency']] for t in rows):.2f}",
    )
    print(text)

broken = Template("Hello $name, you owe $amount")
try:
    broken.substitute(name="you")
except KeyError as missing:
    print("missing placeholder:", missing)
print(broken.safe_substitute(name="you"))
