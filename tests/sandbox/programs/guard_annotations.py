# an annotation that is code is a violation -- violation
# with: guard
import typing

def f(x: "print('ESCAPED')"):
    pass

typing.get_type_hints(f)
print("ESCAPED")
