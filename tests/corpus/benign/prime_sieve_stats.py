import math
from itertools import compress, pairwise


def sieve(limit):
    flags = bytearray([1]) * (limit + 1)
    flags[0] = flags[1] = 0
    for i in range(2, math.isqrt(limit) + 1):
        if flags[i]:
            flags[i * i :: i] = bytes(len(range(i * i, limit + 1, i)))
    return list(compress(range(limit + 1), flags))


primes = sieve(20_000)
gaps = [b - a for a, b in pairwise(primes)]
twins = sum(g == 2 for g in gaps)
print(f"{len(primes)} primes up to 20,000; largest {primes[-1]:,}")
print(f"twin pairs: {twins}; largest gap: {max(gaps)} after {primes[gaps.index(max(gaps))]}")
for n in (10, 100, 1000, 10000):
    count = sum(p <= n for p in primes)
    print(f"pi({n}) = {count}, n/ln n = {n / math.log(n):.1f}")
