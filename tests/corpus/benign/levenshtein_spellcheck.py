from functools import lru_cache
import json

DICTIONARY = ["pressure", "temperature", "flow", "valve", "pump", "level", "alarm", "sensor", "setpoint", "controller"]


@lru_cache(maxsize=10_000)
def distance(a: str, b: str) -> int:
    """Optimal string alignment distance."""
    if not a:
        return len(b)
    if not b:
        return len(a)
    cost = a[-1] != b[-1]
    best = min(distance(a[:-1], b) + 1, distance(a, b[:-1]) + 1, distance(a[:-1], b[:-1]) + cost)
    if len(a) > 1 and len(b) > 1 and a[-1] == b[-2] and a[-2] == b[-1]:
        best = min(best, distance(a[:-2], b[:-2]) + 1)
    return best


def suggest(word):
    ranked = sorted(DICTIONARY, key=lambda w: (distance(word, w), w))
    return {"word": word, "suggestion": ranked[0], "distance": distance(word, ranked[0])}


typed = "presure temprature flwo valve pupm contoller setpiont".split()
print(json.dumps([suggest(w) for w in typed], indent=1))
print("cache:", distance.cache_info().currsize > 100)
