import json


def fewest_coins(coins, amount):
    INF = float("inf")
    best = [0] + [INF] * amount
    used = [0] * (amount + 1)
    for value in range(1, amount + 1):
        for coin in coins:
            if coin <= value and best[value - coin] + 1 < best[value]:
                best[value] = best[value - coin] + 1
                used[value] = coin
    if best[amount] == INF:
        return None
    picked = []
    while amount:
        picked.append(used[amount])
        amount -= used[amount]
    return sorted(picked, reverse=True)


def ways(coins, amount):
    counts = [1] + [0] * amount
    for coin in coins:
        for value in range(coin, amount + 1):
            counts[value] += counts[value - coin]
    return counts[amount]


euro = (1, 2, 5, 10, 20, 50)
print(json.dumps({
    "99 cents": fewest_coins(euro, 99),
    "awkward": fewest_coins((1, 7, 10), 14),
    "impossible": fewest_coins((4, 6), 7),
    "ways to 50": ways(euro, 50),
}))
