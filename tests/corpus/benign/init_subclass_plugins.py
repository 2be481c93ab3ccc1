class Exporter:
    registry: dict = {}
    def __init_subclass__(cls, /, fmt=None, **kw):
        super().__init_subclass__(**kw)
        if fmt:
            Exporter.registry[fmt] = cls
    def export(self, rows): raise NotImplementedError
class Csv(Exporter, fmt="csv"):
    def export(self, rows): return "\n".join(",".join(map(str, r)) for r in rows)
class Tsv(Exporter, fmt="tsv"):
    def export(self, rows): return "\n".join("\t".join(map(str, r)) for r in rows)
for fmt, cls in sorted(Exporter.registry.items()):
    print(fmt, repr(cls().export([(1, 2), (3, 4)])))
