# a copy of a code object is foreign -- violation
# with: guard modules=types rule=capability.code
import types


def act():
    yield open("input.csv").read()


print("ESCAPED", next(types.coroutine(act)()))
