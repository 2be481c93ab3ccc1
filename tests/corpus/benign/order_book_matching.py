import heapq
import json
from dataclasses import dataclass, field


@dataclass(order=True)
class Quote:
    key: float
    sequence: int
    price: float = field(compare=False)
    quantity: int = field(compare=False)
    trader: str = field(compare=False)


class OrderBook:
    def __init__(self):
        self.bids, self.asks, self.trades = [], [], []
        self.sequence = 0

    def submit(self, side, price, quantity, trader):
        self.sequence += 1
        book, other = (self.bids, self.asks) if side == "buy" else (self.asks, self.bids)
        crosses = (lambda q: q.price <= price) if side == "buy" else (lambda q: q.price >= price)
        while quantity and other and crosses(other[0]):
            best = other[0]
            traded = min(quantity, best.quantity)
            self.trades.append({"price": best.price, "quantity": traded, "taker": trader, "maker": best.trader})
            quantity -= traded
            best.quantity -= traded
            if not best.quantity:
                heapq.heappop(other)
        if quantity:
            key = -price if side == "buy" else price
            heapq.heappush(book, Quote(key, self.sequence, price, quantity, trader))

    @property
    def spread(self):
        return round(self.asks[0].price - self.bids[0].price, 2) if self.bids and self.asks else None


book = OrderBook()
for order in [
    ("buy", 99.5, 10, "T1"), ("sell", 100.5, 5, "T2"), ("sell", 100.0, 8, "T3"), ("buy", 100.0, 3, "T4"),
    ("buy", 101.0, 12, "T5"), ("sell", 99.0, 4, "T6"), ("sell", 102.0, 9, "T1"),
]:
    book.submit(*order)

print(json.dumps({"trades": book.trades, "spread": book.spread, "depth": [len(book.bids), len(book.asks)]}, indent=1))
