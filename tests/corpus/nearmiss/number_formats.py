# harmless: numbers with underscores, hex and exponents beside keywords
print(1_000 if 0xff else 0, 1e3 or 2, 0b11 and 7)
