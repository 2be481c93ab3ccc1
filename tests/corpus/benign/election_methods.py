from collections import Counter, defaultdict
from itertools import combinations

BALLOTS = [("apple", "pear", "plum")] * 8 + [("plum", "pear", "apple")] * 7 + [("pear", "plum", "apple")] * 6
CANDIDATES = sorted({c for b in BALLOTS for c in b})


def plurality(ballots):
    return Counter(b[0] for b in ballots).most_common(1)[0][0]


def borda(ballots):
    points = Counter()
    for ballot in ballots:
        for rank, candidate in enumerate(reversed(ballot)):
            points[candidate] += rank
    return points.most_common()


def instant_runoff(ballots):
    remaining = set(CANDIDATES)
    rounds = []
    while True:
        tally = Counter({c: 0 for c in remaining})
        tally.update(next(c for c in b if c in remaining) for b in ballots)
        rounds.append(dict(sorted(tally.items())))
        leader, votes = tally.most_common(1)[0]
        if votes * 2 > len(ballots):
            return leader, rounds
        remaining.discard(min(sorted(tally), key=tally.get))


def condorcet(ballots):
    wins = defaultdict(int)
    for a, b in combinations(CANDIDATES, 2):
        ahead = sum(x.index(a) < x.index(b) for x in ballots)
        wins[a if ahead * 2 > len(ballots) else b] += 1
    return next((c for c in CANDIDATES if wins[c] == len(CANDIDATES) - 1), None)


def dhondt(votes, seats):
    won = Counter()
    for _ in range(seats):
        party = max(sorted(votes), key=lambda p: votes[p] / (won[p] + 1))
        won[party] += 1
    return dict(sorted(won.items()))


print("plurality:", plurality(BALLOTS))
print("borda:", borda(BALLOTS))
print("runoff:", instant_runoff(BALLOTS))
print("condorcet:", condorcet(BALLOTS))
print("seats:", dhondt({"red": 5200, "blue": 3900, "green": 1900}, 9))
