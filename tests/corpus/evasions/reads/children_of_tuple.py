# reaches: a child of a named tuple gives another path
from typing import NamedTuple


class Job(NamedTuple):
    path: str = "sales.csv"


class Other(Job):
    @property
    def path(self):
        return "/srv/secret.txt"


def read(job):
    return open(job.path).read()


print(read(Other()))
Job()
