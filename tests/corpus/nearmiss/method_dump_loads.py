# harmless: a small codec of the program's own has dumps and loads
class Pairs:
    def dumps(self, rows):
        return ";".join("%s=%d" % r for r in rows)
    def loads(self, text):
        return [(k, int(v)) for k, v in (p.split("=") for p in text.split(";"))]
p = Pairs()
print(p.loads(p.dumps([("a", 1), ("b", 2)])))
