def fizzbuzz(n):
    return "Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0) or str(n)


rules = {3: "Fizz", 5: "Buzz", 7: "Bazz"}


def general(n, rules=rules):
    text = "".join(word for divisor, word in sorted(rules.items()) if not n % divisor)
    return text if text else n


print(" ".join(map(fizzbuzz, range(1, 21))))
print(*(general(i) for i in range(100, 111)), sep=", ")
counts = {}
for i in range(1, 106):
    kind = general(i) if isinstance(general(i), str) else "number"
    counts[kind] = counts.get(kind, 0) + 1
print(dict(sorted(counts.items(), key=lambda item: (-item[1], item[0]))))
