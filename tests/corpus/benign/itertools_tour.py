import itertools as it
import operator as op

temps = [12, 14, 13, 15, 19, 21, 20, 18, 15, 13]

print("running max:", list(it.accumulate(temps, max)))
print("pairs up:", sum(b > a for a, b in it.pairwise(temps)))
print("warm spell:", list(it.takewhile(lambda t: t > 14, it.dropwhile(lambda t: t <= 14, temps))))
print("compressed:", list(it.compress("abcdefghij", (t % 2 == 0 for t in temps))))
print("starmap:", list(it.starmap(pow, [(2, 5), (3, 2), (10, 3)])))
print("product:", ["".join(p) for p in it.product("AB", "12", "x")])
print("permutations:", len(list(it.permutations(range(5), 3))), "combinations:", len(list(it.combinations(range(5), 3))))
print("with replacement:", list(it.combinations_with_replacement("ab", 2)))
print("chain:", list(it.chain("ab", [1, 2], *[(x,) for x in (None, True)])))
print("zip_longest:", list(it.zip_longest([1, 2, 3], "ab", fillvalue="?")))
a, b = it.tee(iter(range(4)))
print("tee:", list(a), list(b))
cycle = it.cycle(["red", "green", "amber"])
print("cycle:", [next(cycle) for _ in range(5)])
print("islice of count:", list(it.islice(it.count(10, 2.5), 1, 8, 2)))
print("filterfalse:", list(it.filterfalse(op.methodcaller("isdigit"), ["1", "x", "22", "y"])))
print("repeat:", list(map(op.mul, it.repeat(3), range(4))))
