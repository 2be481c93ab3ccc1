# harmless: percent signs and semicolons in a text
text = "50%; import tax 7%; open rate 12%"
print([int(p) for p in "".join(c if c.isdigit() else " " for c in text).split()])
