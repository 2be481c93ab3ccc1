import json

with open("events.jsonl", "w") as f:
    for i in range(3):
        print(json.dumps({"n": i, "ok": i != 1}), file=f)
with open("events.jsonl", "a") as f:
    f.write(json.dumps({"n": 3, "ok": True}) + "\n")
with open("events.jsonl") as f:
    events = [json.loads(line) for line in f if line.strip()]
print(len(events), sum(e["ok"] for e in events))
