import json
from pathlib import Path
from typing import Any


def get_path(obj: Any, path: str, default: Any = None) -> Any:
    """Look up a dotted path such as 'customer.tags.0'."""
    for part in path.split("."):
        if isinstance(obj, dict):
            obj = obj.get(part, default)
        elif isinstance(obj, list) and part.isdigit() and int(part) < len(obj):
            obj = obj[int(part)]
        else:
            return default
    return obj


def flatten(obj, prefix=""):
    items = {}
    iterable = obj.items() if isinstance(obj, dict) else enumerate(obj)
    for k, v in iterable:
        key = f"{prefix}.{k}" if prefix else str(k)
        if isinstance(v, (dict, list)):
            items.update(flatten(v, key))
        else:
            items[key] = v
    return items


def diff(a: dict, b: dict):
    fa, fb = flatten(a), flatten(b)
    for key in sorted(fa.keys() | fb.keys()):
        if fa.get(key) != fb.get(key):
            yield key, fa.get(key), fb.get(key)


def deep_merge(base, extra):
    out = dict(base)
    for k, v in extra.items():
        out[k] = deep_merge(out[k], v) if isinstance(v, dict) and isinstance(out.get(k), dict) else v
    return out


class Schema:
    TYPES = {"int": int, "str": str, "float": (int, float), "list": list, "dict": dict, "bool": bool}

    def __init__(self, **fields):
        self.fields = fields

    def validate(self, doc):
        errors = []
        for name, spec in self.fields.items():
            required = not spec.endswith("?")
            kind = self.TYPES[spec.rstrip("?")]
            if name not in doc:
                if required:
                    errors.append(f"{name}: missing")
            elif not isinstance(doc[name], kind):
                errors.append(f"{name}: expected {spec}, got {type(doc[name]).__name__}")
        return errors


orders = json.loads(Path("web_orders.json").read_text())
print(get_path(orders[0], "customer.tags.0"), get_path(orders[0], "x.y", "-"), list(flatten(orders[0]))[:5])
changed = json.loads(json.dumps(orders[0]))
changed["status"] = "cancelled"
changed["customer"]["tags"].append("test")
for key, old, new in diff(orders[0], changed):
    print(f"{key}: {old!r} -> {new!r}")
schema = Schema(id="int", customer="dict", items="list", note="str?", total="float")
print(schema.validate(orders[0]), deep_merge({"a": {"b": 1, "c": 2}}, {"a": {"b": 9}, "d": 0}))
try:
    json.loads("{bad json}")
except json.JSONDecodeError as e:
    print(f"line {e.lineno} col {e.colno}: {e.msg}")
print(json.dumps({"b": [1, 2], "a": None}, separators=(",", ":"), sort_keys=True), json.dumps("é"), json.dumps({1: True, "x": float("1e5")}))
