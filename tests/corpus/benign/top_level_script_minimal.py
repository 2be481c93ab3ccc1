numbers = [4, 8, 15, 16, 23, 42]
print(sum(numbers), max(numbers), min(numbers), sum(numbers) / len(numbers))
squares = {n: n**2 for n in numbers if n % 2 == 0}
print(squares)
evens, odds = [n for n in numbers if n % 2 == 0], [n for n in numbers if n % 2]
print(len(evens), "even,", len(odds), "odd")
for i, n in enumerate(reversed(numbers)):
    if n < 10:
        break
    print(i, n, sep=": ")
else:
    print("all large")
print(list(zip(numbers, numbers[1:])), any(n > 40 for n in numbers), all(numbers))
