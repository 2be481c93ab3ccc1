from functools import cache


def optimal_order(dims):
    @cache
    def cost(i, j):
        if i == j:
            return 0, f"M{i + 1}"
        best = None
        for k in range(i, j):
            left, lp = cost(i, k)
            right, rp = cost(k + 1, j)
            total = left + right + dims[i] * dims[k + 1] * dims[j + 1]
            if best is None or total < best[0]:
                best = total, f"({lp}·{rp})"
        return best

    return cost(0, len(dims) - 2)


for dims in ([10, 30, 5, 60], [40, 20, 30, 10, 30], [30, 35, 15, 5, 10, 20, 25]):
    operations, order = optimal_order(tuple(dims))
    print(f"{order}: {operations:,} multiplications")
