# harmless: the variables open_, high, low and close of a price bar
rows = [(10, 12, 9, 11), (11, 13, 10, 12)]
for open_, high, low, close in rows:
    print(close - open_, high - low)
