from typing import Callable, Dict, List

TRANSFORMS: Dict[str, Callable[[List[float]], List[float]]] = {}


def register(name: str):
    """Decorator that makes a transform available by name."""
    def decorator(func):
        if name in TRANSFORMS:
            raise ValueError(f"duplicate transform {name}")
        TRANSFORMS[name] = func
        return func
    return decorator


@register("normalise")
def normalise(values):
    lo, hi = min(values), max(values)
    return [(v - lo) / (hi - lo) for v in values]


@register("difference")
def difference(values):
    return [b - a for a, b in zip(values, values[1:])]


@register("cumulative")
def cumulative(values):
    total, out = 0, []
    for v in values:
        total += v
        out.append(total)
    return out


def apply_chain(values, *names):
    for name in names:
        values = TRANSFORMS[name](values)
    return values


data = [4.0, 8.0, 6.0, 10.0]
print(sorted(TRANSFORMS))
for chain in (["normalise"], ["cumulative", "normalise"], ["difference", "cumulative"]):
    print(" | ".join(chain), "->", [round(v, 3) for v in apply_chain(data, *chain)])
try:
    register("normalise")(lambda v: v)
except ValueError as e:
    print(e)
