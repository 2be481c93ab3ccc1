# reaches: a file by a changed name, a typed dictionary is a dictionary
from typing import TypedDict


class Row(TypedDict):
    name: str


row = Row(name="sales.csv")
row["name"] = "/srv/secret.txt"
print(open(row["name"]).read())
