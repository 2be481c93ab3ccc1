# a library that sets attributes for the program -- violation
# with: guard attributes rule=attribute.store
import copy

def target():
    pass

class Deputy:
    def __reduce_ex__(self, protocol):
        return (lambda: target), (), (None, {"__de" + "faults__": (1,)})

copy.copy(Deputy())
print("ESCAPED")
