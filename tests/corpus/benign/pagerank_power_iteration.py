import numpy as np

links = {
    "home": ["about", "products", "blog"],
    "about": ["home"],
    "products": ["home", "pump", "valve"],
    "pump": ["products", "valve"],
    "valve": ["products"],
    "blog": [],
}

pages = list(links)
index = {p: i for i, p in enumerate(pages)}
n = len(pages)

M = np.zeros((n, n))
for page, targets in links.items():
    if targets:
        M[[index[t] for t in targets], index[page]] = 1 / len(targets)
    else:
        M[:, index[page]] = 1 / n

d = 0.85
rank = np.full(n, 1 / n)
for iteration in range(1, 101):
    new = d * M @ rank + (1 - d) / n
    delta = np.abs(new - rank).sum()
    rank = new
    if delta < 1e-9:
        break

for i in np.argsort(-rank):
    print(f"{pages[i]:<10}{rank[i]:.4f}")
print(f"sum {rank.sum():.4f}, converged: {delta < 1e-9}")
