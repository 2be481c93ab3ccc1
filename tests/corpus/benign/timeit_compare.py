import timeit
def loop(): return [i * i for i in range(50)]
def mapped(): return list(map(lambda i: i * i, range(50)))
assert loop() == mapped()
best = {f.__name__: min(timeit.repeat(f, number=20, repeat=3)) for f in (loop, mapped)}
print(sorted(best), all(v > 0 for v in best.values()), timeit.timeit(lambda: sum(range(9)), number=10) > 0)
t0 = timeit.default_timer(); print(timeit.default_timer() >= t0)
