ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = [(10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")]


def words(n):
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        tens, ones = divmod(n, 10)
        return TENS[tens] + (f"-{ONES[ones]}" if ones else "")
    for value, name in SCALES:
        if n >= value:
            count, rest = divmod(n, value)
            joiner = " and " if rest and rest < 100 else " "
            return f"{words(count)} {name}" + (joiner + words(rest) if rest else "")


def ordinal(n):
    suffix = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{suffix}"


for n in (0, 13, 21, 100, 115, 999, 1_000, 12_345, 1_000_001, -42):
    print(f"{n:>9,}: {words(n)}")
print(", ".join(ordinal(i) for i in (1, 2, 3, 4, 11, 12, 13, 21, 102, 113)))
print("letters in one to a hundred:", sum(len(words(i).replace(" ", "").replace("-", "")) for i in range(1, 101)))
