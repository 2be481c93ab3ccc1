def lcs(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    i, j, out = len(a), len(b), []
    while i and j:
        if a[i - 1] == b[j - 1]:
            out.append(a[i - 1])
            i, j = i - 1, j - 1
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    return out[::-1]


def lis(values):
    from bisect import bisect_left
    tails, index, parent = [], [], [None] * len(values)
    for i, v in enumerate(values):
        k = bisect_left(tails, v)
        if k == len(tails):
            tails.append(v)
            index.append(i)
        else:
            tails[k], index[k] = v, i
        parent[i] = index[k - 1] if k else None
    out, i = [], index[-1] if index else None
    while i is not None:
        out.append(values[i])
        i = parent[i]
    return out[::-1]


print("".join(lcs("pressure transmitter", "temperature transmitter")))
print(lcs([1, 3, 4, 1, 2, 1, 3], [3, 4, 1, 2, 1, 3]))
print(lis([10, 9, 2, 5, 3, 7, 101, 18, 20]))
print(lis([]))
