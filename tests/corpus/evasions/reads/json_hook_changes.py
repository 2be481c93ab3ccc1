# reaches: json's default changes the list that it is called from
import json


class Thing:
    pass


rows = [{"path": "sales.csv"}, Thing()]


def change(thing):
    rows[0]["path"] = "/srv/secret.txt"
    return 1


json.dumps(rows, default=change)
print(open(rows[0]["path"]).read())
