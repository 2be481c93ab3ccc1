# harmless: a parenthesised walrus inside an f-string
rows = [3, 4]
print(f"{(total := sum(rows))} {total / len(rows)}")
