from __future__ import annotations

import json
from collections.abc import Sequence


class Report:
    WIDTH = 60

    def __init__(self, title: str) -> None:
        self._parts: list[str] = [title.upper().center(self.WIDTH), "=" * self.WIDTH]

    def section(self, heading: str) -> Report:
        self._parts += ["", heading, "-" * len(heading)]
        return self

    def text(self, *paragraphs: str) -> Report:
        self._parts.extend(paragraphs)
        return self

    def key_values(self, **pairs: object) -> Report:
        width = max(map(len, pairs))
        for key, value in pairs.items():
            self._parts.append(f"{key.replace('_', ' ').capitalize():.<{width + 4}} {value}")
        return self

    def table(self, header: Sequence[str], rows: Sequence[Sequence[object]]) -> Report:
        cells = [list(map(str, r)) for r in [header, *rows]]
        widths = [max(len(r[c]) for r in cells) for c in range(len(header))]
        for n, row in enumerate(cells):
            self._parts.append("  ".join(v.ljust(w) for v, w in zip(row, widths)).rstrip())
            if n == 0:
                self._parts.append("  ".join("-" * w for w in widths))
        return self

    def __str__(self) -> str:
        return "\n".join(self._parts)


with open("inventory.json") as f:
    stock = json.load(f)

items = stock["items"]
low = [i for i in items if i["on_hand"] < i["reorder_point"]]
report = (
    Report("Stock report")
    .section("Summary")
    .key_values(warehouse=stock["warehouse"], as_of=stock["as_of"], items=len(items), below_reorder_point=len(low))
    .section("Low items")
    .table(["SKU", "Name", "On hand", "Reorder at"], [[i["sku"], i["name"], i["on_hand"], i["reorder_point"]] for i in low])
    .section("Notes")
    .text("Prices are purchase prices.", "Daily use is a mean over the last quarter.")
)
print(report)
