import math
from itertools import compress
def primes(n):
    sieve = bytearray([1]) * (n + 1)
    sieve[:2] = b"\0\0"
    for i in range(2, math.isqrt(n) + 1):
        if sieve[i]:
            sieve[i * i::i] = bytes(len(range(i * i, n + 1, i)))
    return list(compress(range(n + 1), sieve))
def factor(n):
    out = {}
    for p in primes(math.isqrt(n) + 1):
        while n % p == 0:
            out[p] = out.get(p, 0) + 1
            n //= p
    if n > 1: out[n] = 1
    return out
print(primes(50), factor(360360), math.gcd(12, 18, 30), math.lcm(4, 6), math.comb(10, 3), math.perm(5, 2), math.prod([2, 3, 4]), pow(3, -1, 11))
