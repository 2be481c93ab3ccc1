import json
import operator


class Query:
    OPERATORS = {
        "==": operator.eq, "!=": operator.ne, ">": operator.gt, "<": operator.lt,
        ">=": operator.ge, "<=": operator.le, "in": lambda a, b: a in b,
    }

    def __init__(self, rows):
        self._rows = list(rows)

    def where(self, column, op, value):
        compare = self.OPERATORS[op]
        return Query(r for r in self._rows if r[column] is not None and compare(r[column], value))

    def order_by(self, *columns, descending=False):
        return Query(sorted(self._rows, key=operator.itemgetter(*columns), reverse=descending))

    def select(self, *columns):
        return Query({c: r[c] for c in columns} for r in self._rows)

    def limit(self, n):
        return Query(self._rows[:n])

    def all(self):
        return self._rows

    def first(self):
        return next(iter(self._rows), None)


class Database:
    def __init__(self):
        self.tables = {}

    def load(self, name, rows):
        self.tables[name] = rows

    def query(self, name):
        return Query(self.tables[name])


with open("survey.json") as f:
    db = Database()
    db.load("responses", json.load(f)["responses"])

happy = db.query("responses").where("score", ">=", 4).where("channel", "in", ["web", "shop"])
print(json.dumps({
    "happy": len(happy.all()),
    "top": happy.order_by("score", "id", descending=True).select("id", "score").limit(4).all(),
    "unhappy_phone": db.query("responses").where("channel", "==", "phone").where("score", "<", 3).first(),
}))
