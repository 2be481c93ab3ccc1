import textwrap
from string import Template

letter = Template(
    "Dear $title $name, thank you for your order of $when. We are glad to tell you that the $item which you "
    "ordered has left our warehouse and should arrive within $days working days. You paid $$${amount}."
)

recipients = [
    {"title": "Dr", "name": "Example", "when": "3 June", "item": "garden hose", "days": 4, "amount": "18.75"},
    {"title": "Ms", "name": "Sample", "when": "5 June", "item": "desk lamp", "days": 2, "amount": "24.00"},
]

for person in recipients:
    body = letter.substitute(person)
    print(textwrap.fill(body, width=56, initial_indent="  ", subsequent_indent="  "))
    print()
print(textwrap.shorten(letter.safe_substitute(name="you"), width=40, placeholder="..."))
print(textwrap.dedent("""
    Regards,
      the shop
""").strip())
