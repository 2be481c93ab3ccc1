# reaches: a named tuple's field is set on its class
from typing import NamedTuple


class Job(NamedTuple):
    path: str = "sales.csv"


Job.path = "/srv/secret.txt"
print(open(Job().path).read())
