def flatten(node, path=()):
    if isinstance(node, dict):
        for k, v in node.items():
            yield from flatten(v, path + (str(k),))
    elif isinstance(node, (list, tuple)):
        for i, v in enumerate(node):
            yield from flatten(v, path + (f"[{i}]",))
    else:
        yield "/".join(path), node

tree = {"a": {"b": [1, {"c": None}], "system": "x"}, "d": ()}
print(dict(flatten(tree)))
