# a library that calls getattr for the program -- violation
# with: guard attributes rule=attribute.dunder
import copy

class Deputy:
    def __reduce_ex__(self, protocol):
        return getattr, (lambda: 0, "__glob" + "als__")

print("ESCAPED", copy.copy(Deputy()))
