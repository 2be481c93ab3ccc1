import random
from statistics import mean, variance

random.seed(20240601)


def random_walk(steps):
    position = 0
    track = [0]
    for _ in range(steps):
        position += random.choice((-1, 1))
        track.append(position)
    return track


walks = [random_walk(200) for _ in range(300)]
finals = [w[-1] for w in walks]
print(f"mean final position: {mean(finals):.2f}")
print(f"variance: {variance(finals):.1f} (theory 200)")
print(f"returned to origin at least once: {sum(0 in w[1:] for w in walks) / len(walks):.1%}")
print(f"furthest excursion: {max(max(map(abs, w)) for w in walks)}")

# a small text histogram of the final positions
for low in range(-40, 40, 10):
    n = sum(low <= f < low + 10 for f in finals)
    print(f"{low:>4}..{low + 9:<4} {'█' * (n // 3)} {n}")
