# enumerations in annotations, under a list of attributes -- ok
# with: guard attributes modules=enum
import dataclasses
import enum
import functools
import typing


class Colour(str, enum.Enum):
    RED = "r"
    BLUE = "b"

    @classmethod
    def parse(cls, text):
        return cls.__members__.get(text.upper(), cls.RED)


class Permission(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    colour: Colour | None = None
    rights: Permission = Permission.READ


@functools.singledispatch
def show(x):
    return "?"


@show.register
def _(x: Colour):
    return x.name


print("contained", Claim(), show(Colour.BLUE), Colour.parse("blue"), Permission.READ | Permission.WRITE, typing.get_type_hints(show), repr(Colour | None))
