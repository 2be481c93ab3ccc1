from functools import reduce

def multiply(a, b, mod=10**9 + 7):
    return [[sum(x * y for x, y in zip(row, col)) % mod for col in zip(*b)] for row in a]

def power(m, n):
    result = [[int(i == j) for j in range(len(m))] for i in range(len(m))]
    while n:
        if n & 1:
            result = multiply(result, m)
        m, n = multiply(m, m), n >> 1
    return result

print(power([[1, 1], [1, 0]], 90)[0][1], reduce(multiply, [[[1, 1], [1, 0]]] * 10)[0][1])
