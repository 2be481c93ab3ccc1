# reaches: eval is a field of a NamedTuple
from typing import NamedTuple
class Step(NamedTuple):
    title: str
    work: object
Step("mean", eval).work(open("notes.txt").read())
