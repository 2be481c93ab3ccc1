"""A small declarative validator with nested schemas and readable paths."""
import json


class Field:
    def __init__(self, kind, required=True, choices=None, minimum=None, maximum=None, each=None, fields=None):
        self.kind = kind
        self.required = required
        self.choices = choices
        self.minimum = minimum
        self.maximum = maximum
        self.each = each
        self.fields = fields or {}

    def check(self, value, path="$"):
        if isinstance(value, bool) and self.kind is not bool or not isinstance(value, self.kind):
            names = self.kind if isinstance(self.kind, tuple) else (self.kind,)
            yield f"{path}: expected {' or '.join(k.__name__ for k in names)}, got {type(value).__name__}"
            return
        if self.choices is not None and value not in self.choices:
            yield f"{path}: {value!r} is not one of {', '.join(map(repr, self.choices))}"
        size = len(value) if isinstance(value, (str, list)) else value
        if self.minimum is not None and size < self.minimum:
            yield f"{path}: below the minimum of {self.minimum}"
        if self.maximum is not None and size > self.maximum:
            yield f"{path}: above the maximum of {self.maximum}"
        if self.each is not None:
            for i, item in enumerate(value):
                yield from self.each.check(item, f"{path}[{i}]")
        if isinstance(value, dict):
            for name, field in self.fields.items():
                if name in value:
                    yield from field.check(value[name], f"{path}.{name}")
                elif field.required:
                    yield f"{path}.{name}: missing"
            for name in sorted(value.keys() - self.fields.keys()):
                yield f"{path}.{name}: unexpected"


LINE = Field(dict, fields={"sku": Field(str, minimum=3), "qty": Field(int, minimum=1, maximum=4), "price": Field((int, float), minimum=0)})
ORDER = Field(dict, fields={
    "id": Field(str),
    "customer": Field(str),
    "placed": Field(str, minimum=19, maximum=19),
    "status": Field(str, choices=("paid", "shipped")),
    "lines": Field(list, minimum=1, each=LINE),
})

with open("orders.json") as f:
    document = json.load(f)
document.append({"id": 99, "status": "paid", "lines": [], "gift": True})

problems = [p for i, order in enumerate(document) for p in ORDER.check(order, f"$[{i}]")]
for p in problems:
    print(p)
print(f"{len(problems)} problems in {len(document)} orders")
