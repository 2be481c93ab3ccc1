import random, json
from collections import Counter
random.seed(0)
class Card:
    RANKS = "23456789TJQKA"
    def __init__(self, rank, suit):
        self.rank, self.suit = rank, suit
    def __repr__(self): return self.rank + self.suit
    def __hash__(self): return hash((self.rank, self.suit))
    def __eq__(self, o): return repr(self) == repr(o)
    @property
    def value(self): return self.RANKS.index(self.rank) + 2
class Deck:
    def __init__(self): self._cards = [Card(r, s) for s in "SHDC" for r in Card.RANKS]
    def __len__(self): return len(self._cards)
    def __getitem__(self, i): return self._cards[i]
    def __setitem__(self, i, v): self._cards[i] = v
    def shuffle(self): random.shuffle(self._cards); return self
    def deal(self, n): return [self._cards.pop() for _ in range(n)]
def rank_hand(hand):
    counts = sorted(Counter(c.rank for c in hand).values(), reverse=True)
    flush = len({c.suit for c in hand}) == 1
    vals = sorted(c.value for c in hand)
    straight = len(set(vals)) == 5 and vals[-1] - vals[0] == 4
    return {(True, True): "straight flush", (True, False): "flush", (False, True): "straight"}.get((flush, straight)) or {4: "four", 3: "full house" if counts[1:2] == [2] else "three", 2: "two pair" if counts[1:2] == [2] else "pair"}.get(counts[0], "high card")
d = Deck()
random.shuffle(d)
tally = Counter()
for _ in range(300):
    tally[rank_hand(Deck().shuffle().deal(5))] += 1
print(len(d), d[0], d[-2:], Card("A", "S") in d, tally.most_common(2)[0][0])
print(json.dumps(dict(tally)), sorted(d, key=lambda c: (c.value, c.suit))[:2])
