import math
import random

rng = random.Random(99)
cities = [(rng.uniform(0, 100), rng.uniform(0, 100)) for _ in range(18)]
dist = [[math.dist(a, b) for b in cities] for a in cities]


def length(tour):
    return sum(dist[a][b] for a, b in zip(tour, tour[1:] + tour[:1]))


def nearest_neighbour():
    left, tour = set(range(1, len(cities))), [0]
    while left:
        here = tour[-1]
        nxt = min(left, key=dist[here].__getitem__)
        tour.append(nxt)
        left.remove(nxt)
    return tour


def anneal(tour, start=50.0, cooling=0.9995, steps=15000):
    current, cost = tour[:], length(tour)
    best, best_cost = current[:], cost
    temperature = start
    for _ in range(steps):
        i, j = sorted(rng.sample(range(len(tour)), 2))
        a, b, c, d = current[i - 1], current[i], current[j], current[(j + 1) % len(tour)]
        if i == 0 and j == len(tour) - 1:
            continue
        delta = dist[a][c] + dist[b][d] - dist[a][b] - dist[c][d]
        if delta < 0 or rng.random() < math.exp(-delta / temperature):
            current[i:j + 1] = reversed(current[i:j + 1])
            cost += delta
            if cost < best_cost - 1e-9:
                best, best_cost = current[:], cost
        temperature *= cooling
    return best


random_tour = list(range(len(cities)))
greedy = nearest_neighbour()
final = anneal(greedy)
print(f"random  {length(random_tour):7.1f}")
print(f"greedy  {length(greedy):7.1f}")
print(f"anneal  {length(final):7.1f}")
print("valid:", sorted(final) == random_tour, "improved:", length(final) <= length(greedy))
