import csv
from collections import Counter


def gini(labels):
    n = len(labels)
    return 1 - sum((c / n) ** 2 for c in Counter(labels).values()) if n else 0.0


def best_split(rows, features):
    best = None
    for feature in features:
        values = sorted({r[feature] for r in rows})
        for low, high in zip(values, values[1:]):
            threshold = (low + high) / 2
            left = [r["label"] for r in rows if r[feature] <= threshold]
            right = [r["label"] for r in rows if r[feature] > threshold]
            impurity = (len(left) * gini(left) + len(right) * gini(right)) / len(rows)
            if best is None or impurity < best[0]:
                best = (impurity, feature, threshold)
    return best


def grow(rows, features, depth=0, max_depth=3):
    labels = Counter(r["label"] for r in rows)
    if len(labels) == 1 or depth == max_depth:
        return labels.most_common(1)[0][0]
    split = best_split(rows, features)
    if split is None:
        return labels.most_common(1)[0][0]
    _, feature, threshold = split
    return {
        "if": f"{feature} <= {threshold:.2f}",
        "feature": feature,
        "threshold": threshold,
        "then": grow([r for r in rows if r[feature] <= threshold], features, depth + 1, max_depth),
        "else": grow([r for r in rows if r[feature] > threshold], features, depth + 1, max_depth),
    }


def predict(tree, row):
    while isinstance(tree, dict):
        tree = tree["then"] if row[tree["feature"]] <= tree["threshold"] else tree["else"]
    return tree


def show(tree, indent=0):
    pad = "  " * indent
    if not isinstance(tree, dict):
        print(f"{pad}=> {tree}")
        return
    print(f"{pad}{tree['if']}")
    show(tree["then"], indent + 1)
    print(f"{pad}otherwise")
    show(tree["else"], indent + 1)


with open("points.csv") as f:
    rows = [{"x": float(r["x"]), "y": float(r["y"]), "label": r["label"]} for r in csv.DictReader(f)]

tree = grow(rows, ["x", "y"])
show(tree)
print("training accuracy:", sum(predict(tree, r) == r["label"] for r in rows) / len(rows))
