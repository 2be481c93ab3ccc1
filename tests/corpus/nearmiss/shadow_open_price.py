# harmless: the loop variable open holds a price
rows = [(10, 12, 9, 11), (11, 13, 10, 12)]
for open, high, low, close in rows:
    print(close - open, (high + low) / 2)
