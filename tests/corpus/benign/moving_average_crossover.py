import csv
import json
from collections import deque
from itertools import islice


class MovingAverage:
    def __init__(self, size):
        self.window = deque(maxlen=size)

    def push(self, value):
        self.window.append(value)
        if len(self.window) < self.window.maxlen:
            return None
        return sum(self.window) / len(self.window)


def signals(rows, fast=3, slow=8):
    short, long_ = MovingAverage(fast), MovingAverage(slow)
    above = None
    for row in rows:
        price = float(row["close"])
        s, l = short.push(price), long_.push(price)
        if l is None:
            continue
        now_above = s > l
        if above is not None and now_above != above:
            yield {"date": row["date"], "signal": "buy" if now_above else "sell", "price": price}
        above = now_above


with open("prices.csv") as f:
    reader = csv.DictReader(f)
    beta = [r for r in reader if r["symbol"] == "BETA"]

print(json.dumps({"n": len(beta), "signals": list(islice(signals(beta), 10))}, indent=2))
