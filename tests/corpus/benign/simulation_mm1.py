import random
from collections import deque
def simulate(lam, mu, n, seed=1):
    rng = random.Random(seed)
    t = depart = wait = 0.0
    for _ in range(n):
        t += rng.expovariate(lam)
        start = max(t, depart)
        wait += start - t
        depart = start + rng.expovariate(mu)
    return wait / n
print([round(simulate(l, 1.0, 2000), 2) for l in (0.3, 0.6, 0.9)])
random.seed(4)
print(random.sample(range(100), 3), random.choices("ab", weights=[1, 9], k=5), round(random.gauss(0, 1), 3), random.randrange(0, 10, 2), round(random.triangular(0, 1, .5), 3), random.getrandbits(8))
deck = list(range(5)); random.shuffle(deck); print(deck)
