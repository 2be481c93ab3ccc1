import csv, io, json
rows = [{"id": 1, "name": "Ann, A.", "tags": ["x"]}, {"id": 2, "name": 'B "Bob"', "tags": []}]
buf = io.StringIO()
w = csv.DictWriter(buf, fieldnames=["id", "name", "tags"], quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
w.writeheader()
w.writerows({**r, "tags": json.dumps(r["tags"])} for r in rows)
print(buf.getvalue())
buf.seek(0)
back = [{**r, "tags": json.loads(r["tags"])} for r in csv.DictReader(buf, quoting=csv.QUOTE_NONNUMERIC)]
print(back == [{**r, "id": float(r["id"])} for r in rows])
class Enc(json.JSONEncoder):
    def default(self, o):
        if isinstance(o, set):
            return sorted(o)
        return super().default(o)
print(json.dumps({"s": {3, 1}, "é": None}, cls=Enc, indent=2, ensure_ascii=False, sort_keys=True))
with open("round.json", "w", encoding="utf8") as fh:
    json.dump(rows, fh, default=str, separators=(",", ":"))
with open("round.json") as fh:
    print(json.load(fh)[0]["name"])
try:
    json.loads("{bad}")
except json.JSONDecodeError as e:
    print(e.msg, e.lineno, e.colno, e.pos)
print(csv.Sniffer().sniff("a;b\n1;2\n").delimiter, csv.list_dialects()[:1])
