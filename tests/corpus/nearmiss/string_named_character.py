# harmless: a named character in a string
print("\N{GREEK SMALL LETTER MU} = 3", len("\N{BULLET}"))
