# harmless: rows sorted by itemgetter with constant keys
from operator import itemgetter
rows = [{"exec": 2, "n": "b"}, {"exec": 1, "n": "a"}]
print([r["n"] for r in sorted(rows, key=itemgetter("exec"))])
