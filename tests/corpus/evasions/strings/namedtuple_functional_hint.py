# reaches: a functional NamedTuple's field type is text that is evaluated
import typing
T = typing.NamedTuple("T", [("a", open("notes.txt").read().strip())])
typing.get_type_hints(T)
