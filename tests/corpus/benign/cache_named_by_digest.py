import hashlib
import json
from pathlib import Path

cache = Path("cache")
cache.mkdir(exist_ok=True)


def cached(key: str, compute):
    digest = hashlib.sha256(key.encode("utf-8")).hexdigest()[:16]
    path = cache / f"{digest}.json"
    if path.exists():
        return json.loads(path.read_text())
    value = compute()
    path.write_text(json.dumps(value))
    return value


print(cached("squares", lambda: [i * i for i in range(5)]))
print(cached("squares", lambda: []))
