# reaches: a named tuple is made by _make
from typing import NamedTuple


class Job(NamedTuple):
    path: str = "sales.csv"

    def read(self):
        return open(self.path).read()


print(Job._make(["/srv/secret.txt"]).read())
