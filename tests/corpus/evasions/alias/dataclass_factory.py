# reaches: a dataclass default_factory yields eval
from dataclasses import dataclass, field
@dataclass
class Job:
    parts: list = field(default_factory=lambda: [eval])
Job().parts[0](open("notes.txt").read())
