from collections import defaultdict
import random


def schedule(teams):
    teams = list(teams)
    if len(teams) % 2:
        teams.append(None)
    for _ in range(len(teams) - 1):
        half = len(teams) // 2
        yield [(a, b) for a, b in zip(teams[:half], reversed(teams[half:])) if a and b]
        teams.insert(1, teams.pop())


random.seed(90)
table = defaultdict(lambda: {"played": 0, "points": 0, "for": 0, "against": 0})
for n, fixtures in enumerate(schedule(["Reds", "Blues", "Greens", "Golds", "Greys"]), 1):
    results = []
    for home, away in fixtures:
        h, a = random.choices(range(5), weights=[25, 33, 22, 14, 6], k=2)
        results.append(f"{home} {h}:{a} {away}")
        for team, own, other in ((home, h, a), (away, a, h)):
            row = table[team]
            row["played"] += 1
            row["for"] += own
            row["against"] += other
            row["points"] += 3 if own > other else own == other
    print(f"round {n}: " + ", ".join(results))

print(f"{'team':<8}{'P':>3}{'+/-':>5}{'Pts':>5}")
for team, row in sorted(table.items(), key=lambda t: (-t[1]["points"], t[1]["against"] - t[1]["for"], t[0])):
    print(f"{team:<8}{row['played']:>3}{row['for'] - row['against']:>+5}{row['points']:>5}")
