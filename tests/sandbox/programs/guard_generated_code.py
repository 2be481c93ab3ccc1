# code that a library makes for the program acts as the program -- violation
# with: guard rule=files.read line=11
import dataclasses
import functools

@dataclasses.dataclass
class Row:
    text: object = dataclasses.field(default_factory=functools.partial(open, "/usr/lib/python3.11/this.py"))


print("ESCAPED", Row())
