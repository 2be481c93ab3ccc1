# attrgetter that a library makes -- violation
# with: guard attributes modules=operator rule=attribute.dunder
import copy
import operator

class Deputy:
    def __reduce_ex__(self, protocol):
        return operator.attrgetter, ("__glob" + "als__",)

print("ESCAPED", copy.copy(Deputy())(lambda: 0))
