import random
from collections import Counter
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "♣♦♥♠"


class Category(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


@dataclass(frozen=True)
class Card:
    rank: int
    suit: str

    def __str__(self):
        return RANKS[self.rank] + self.suit


def evaluate(hand):
    counts = sorted(((n, r) for r, n in Counter(c.rank for c in hand).items()), reverse=True)
    shape = tuple(n for n, _ in counts)
    ranks = tuple(r for _, r in counts)
    flush = len({c.suit for c in hand}) == 1
    straight = len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == (12, 3, 2, 1, 0))
    match shape:
        case _ if straight and flush:
            category = Category.STRAIGHT_FLUSH
        case (4, 1):
            category = Category.FOUR
        case (3, 2):
            category = Category.FULL_HOUSE
        case _ if flush:
            category = Category.FLUSH
        case _ if straight:
            category = Category.STRAIGHT
        case (3, *_):
            category = Category.THREE
        case (2, 2, 1):
            category = Category.TWO_PAIRS
        case (2, *_):
            category = Category.PAIR
        case _:
            category = Category.HIGH_CARD
    return category, ranks


deck = [Card(r, s) for r in range(13) for s in SUITS]
rng = random.Random(13)
table = rng.sample(deck, 11)
board, hands = table[:5], [table[5 + 2 * i:7 + 2 * i] for i in range(3)]
print("board:", *board)
results = []
for n, hand in enumerate(hands):
    best = max(combinations(board + hand, 5), key=evaluate)
    results.append((evaluate(best), n))
    print(f"player {n}: {' '.join(map(str, hand))} -> {evaluate(best)[0].name.replace('_', ' ').lower()}")
print("winner: player", max(results)[1])
tally = Counter(evaluate(rng.sample(deck, 5))[0].name for _ in range(2000))
print({k: tally[k] for k in ("HIGH_CARD", "PAIR", "TWO_PAIRS")})
