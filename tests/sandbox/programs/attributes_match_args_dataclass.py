# a dataclass with fields of computed names -- violation
# with: guard attributes rule=attribute.dunder
import dataclasses

class Meta(type):
    def __instancecheck__(cls, other):
        return True

class Base(metaclass=Meta):
    pass

Any = dataclasses.make_dataclass("Any", ["m" + "ro"], bases=(Base,))


match int:
    case Any(frame):
        print("ESCAPED", frame)
