import json
from typing import TypedDict, Literal, Optional, Union, NotRequired


class Location(TypedDict):
    aisle: int
    bin: Literal["A", "B", "C"]


class StockItem(TypedDict):
    sku: str
    count: int
    location: Location
    note: NotRequired[str]


class Inventory(TypedDict, total=False):
    warehouse: str
    limits: dict[str, int]
    stock: list[StockItem]


def load_inventory(path: str) -> Inventory:
    with open(path, "r", encoding="utf-8") as f:
        return json.load(f)


def classify(item: StockItem, low: int, high: int) -> Literal["low", "ok", "excess"]:
    if item["count"] < low:
        return "low"
    return "excess" if item["count"] > high else "ok"


def main() -> None:
    inventory = load_inventory("bins.json")
    low, high = inventory["limits"]["min"], inventory["limits"]["max"]
    result: dict[str, list[str]] = {}
    for item in inventory["stock"]:
        result.setdefault(classify(item, low, high), []).append(item["sku"])
    by_aisle: dict[int, int] = {}
    for item in inventory["stock"]:
        aisle = item["location"]["aisle"]
        by_aisle[aisle] = by_aisle.get(aisle, 0) + item["count"]
    with open("inventory_report.json", "w") as out:
        json.dump({"status": result, "by_aisle": by_aisle}, out, indent=2, ensure_ascii=False)
    with open("inventory_report.json") as check:
        print(check.read())


if __name__ == "__main__":
    main()
