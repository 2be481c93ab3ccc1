# a library can not be made to build a function -- violation
# with: guard
import copy

kind = type(lambda: 0)

class Deputy:
    def __init__(self, make, *arguments):
        self.make, self.arguments = make, arguments

    def __reduce_ex__(self, protocol):
        return self.make, self.arguments

code = copy.copy(Deputy(getattr, kind(lambda: 0) if False else (lambda: 0), "__code__"))
made = copy.copy(Deputy(kind, code.replace(co_filename="/usr/lib/python3.11/os.py"), {}))
print("ESCAPED", made)
