"""Inventory analysis.

This module reads the warehouse file and works out the stock cover of every
item together with an ABC classification.
"""

import json
from typing import Any, Dict, List


def load_inventory(file_path: str) -> Dict[str, Any]:
    """Load the inventory document.

    Args:
        file_path: Name of the JSON file.

    Returns:
        The parsed document.

    Raises:
        ValueError: If the document has no items.
    """
    with open(file_path, "r", encoding="utf-8") as file:
        data = json.load(file)
    if not data.get("items"):
        raise ValueError("no items in inventory")
    return data


def classify_abc(items: List[Dict[str, Any]]) -> Dict[str, str]:
    """Classify items by their share of the yearly consumption value.

    Args:
        items: The items, each with ``sku``, ``daily_use`` and ``cost``.

    Returns:
        A mapping of SKU to class A, B or C.
    """
    values = {item["sku"]: item["daily_use"] * 365 * item["cost"] for item in items}
    total = sum(values.values())
    classes: Dict[str, str] = {}
    running = 0.0
    for sku, value in sorted(values.items(), key=lambda pair: pair[1], reverse=True):
        share_before = running / total
        classes[sku] = "A" if share_before < 0.8 else "B" if share_before < 0.95 else "C"
        running += value
    return classes


def main() -> None:
    """Run the analysis and print one JSON document."""
    inventory = load_inventory("inventory.json")
    classes = classify_abc(inventory["items"])
    output = [
        {
            "sku": item["sku"],
            "class": classes[item["sku"]],
            "days_of_cover": round(item["on_hand"] / item["daily_use"], 1),
        }
        for item in inventory["items"]
    ]
    print(json.dumps({"warehouse": inventory["warehouse"], "items": output}, indent=2))


if __name__ == "__main__":
    main()
