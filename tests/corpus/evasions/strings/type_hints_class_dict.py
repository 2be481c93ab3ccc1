# reaches: get_type_hints evaluates a computed annotation of a class
import typing
class Row:
    pass
Row.__annotations__ = {"a": open("notes.txt").read().strip()}
typing.get_type_hints(Row)
