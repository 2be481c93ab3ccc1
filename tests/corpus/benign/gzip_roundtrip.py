import gzip, io, json
data = [{"i": i} for i in range(3)]
with gzip.open("data.json.gz", "wt", encoding="utf-8") as f:
    for d in data:
        f.write(json.dumps(d) + "\n")
with gzip.open("data.json.gz", "rt") as f:
    print([json.loads(line)["i"] for line in f])
print(gzip.decompress(gzip.compress(b"hello")))
