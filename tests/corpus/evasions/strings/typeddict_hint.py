# reaches: a TypedDict's value type is text that is evaluated
import typing
D = typing.TypedDict("D", {"a": open("notes.txt").read().strip()})
typing.get_type_hints(D)
