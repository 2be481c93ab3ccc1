import json
from enum import Enum


class Kind(Enum):
    DAILY = "daily"
    WEEKLY = "weekly"


for kind in Kind:
    with open(f"{kind.value}.json", "w") as f:
        json.dump({"kind": kind.name}, f)
print([k.value for k in Kind])
