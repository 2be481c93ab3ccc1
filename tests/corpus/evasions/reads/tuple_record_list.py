# reaches: a list in a named tuple is changed by a method
from typing import NamedTuple


class Job(NamedTuple):
    paths: list

    def add(self, path):
        self.paths.append(path)


j = Job(["sales.csv"])
j.add("/srv/secret.txt")
print(open(j.paths[-1]).read())
