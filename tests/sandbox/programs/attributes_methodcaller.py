# methodcaller -- violation
# with: guard attributes modules=operator rule=attribute.dunder
import operator

print("ESCAPED", operator.methodcaller("__sub" + "classes__")(int))
