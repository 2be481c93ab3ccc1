from collections import defaultdict
from datetime import datetime
from textwrap import dedent, indent, shorten

statement = dedent("""\
    2024-01-03|Rent|-900.00
    2024-01-15|Salary|2500.00
    2024-02-02|Groceries and household things|-83.20
""")
months = defaultdict(float)
for line in statement.splitlines():
    day, what, amount = line.split("|")
    months[datetime.fromisoformat(day).strftime("%b")] += float(amount)
    print(f"{shorten(what, 16, placeholder='..'):<16}{float(amount):>10,.2f}")
print(indent("\n".join(f"{m}: {v:+.2f}" for m, v in months.items()), "  "))
