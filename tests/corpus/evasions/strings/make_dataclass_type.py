# reaches: make_dataclass puts a default's type text through get_type_hints
import dataclasses, typing
R = dataclasses.make_dataclass("R", [("a", open("notes.txt").read().strip())])
typing.get_type_hints(R)
