import json
from typing import NamedTuple


class Job(NamedTuple):
    name: str
    path: str


JOBS = [Job("a", "a.json"), Job("b", "b.json")]
for job in JOBS:
    with open(job.path, "w") as f:
        json.dump({"name": job.name}, f)
print([json.load(open(j.path)) for j in JOBS])
