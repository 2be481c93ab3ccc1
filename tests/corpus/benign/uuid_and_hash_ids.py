import hashlib
import uuid
import json

NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "records.example.com")


def record_id(*parts):
    return str(uuid.uuid5(NAMESPACE, "|".join(map(str, parts))))


def bucket(key, n=4):
    return int(hashlib.sha1(key.encode()).hexdigest(), 16) % n


rows = [("2024-01-03", "north", 7), ("2024-01-03", "south", 2), ("2024-01-03", "north", 7)]
ids = [record_id(*r) for r in rows]
buckets = {}
for i in range(200):
    buckets.setdefault(bucket(f"user-{i}"), []).append(i)

print(json.dumps({
    "ids": ids,
    "duplicates": len(ids) - len(set(ids)),
    "versions": sorted({uuid.UUID(i).version for i in ids}),
    "bucket_sizes": {k: len(v) for k, v in sorted(buckets.items())},
}, indent=1))
