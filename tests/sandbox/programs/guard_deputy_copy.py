# a library can not be made to read code for the program -- violation
# with: guard
import copy

def f():
    pass

class Deputy:
    def __reduce_ex__(self, protocol):
        return getattr, (f, "__code__")

print("ESCAPED", copy.copy(Deputy()).co_code)
