import copy
import json
from collections.abc import Mapping


def deep_merge(base, override):
    """Return base updated by override; None removes a key."""
    result = copy.deepcopy(base)
    for key, value in override.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, Mapping) and isinstance(result.get(key), Mapping):
            result[key] = deep_merge(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


def flatten(tree, prefix=""):
    for key, value in tree.items():
        path = f"{prefix}.{key}" if prefix else key
        if isinstance(value, Mapping):
            yield from flatten(value, path)
        else:
            yield path, value


def main():
    with open("settings.json") as f:
        defaults = json.load(f)
    site = {"timeout_s": 5, "features": {"audit": True, "beta": {"ratio": 0.5}}, "owner": None}
    merged = deep_merge(defaults, site)
    before, after = dict(flatten(defaults)), dict(flatten(merged))
    changes = {
        k: {"old": before.get(k), "new": after.get(k)}
        for k in sorted(before.keys() | after.keys())
        if before.get(k) != after.get(k)
    }
    print(json.dumps({"merged": merged, "changes": changes, "untouched": defaults["features"]["audit"]}, indent=2))


main()
