import itertools
import random

K = 24
random.seed(64)


class Player:
    def __init__(self, name, skill):
        self.name = name
        self.skill = skill
        self.rating = 1500.0
        self.results = []

    def expected(self, other):
        return 1 / (1 + 10 ** ((other.rating - self.rating) / 400))

    def __lt__(self, other):
        return self.rating < other.rating

    def __str__(self):
        wins = self.results.count(1)
        return f"{self.name:<8} {self.rating:7.1f}  {wins:>3} wins of {len(self.results)}"


def play(a, b):
    p = 1 / (1 + 10 ** ((b.skill - a.skill) / 400))
    score = 1 if random.random() < p else 0
    delta = K * (score - a.expected(b))
    a.rating += delta
    b.rating -= delta
    a.results.append(score)
    b.results.append(1 - score)


players = [Player(n, s) for n, s in [("rook", 1700), ("knight", 1550), ("bishop", 1500), ("pawn", 1300)]]
for _ in range(30):
    for a, b in itertools.combinations(players, 2):
        play(a, b)

print(*sorted(players, reverse=True), sep="\n")
print("total rating", round(sum(p.rating for p in players)))
