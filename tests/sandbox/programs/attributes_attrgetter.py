# attrgetter -- violation
# with: guard attributes modules=operator rule=attribute.dunder
import operator

print("ESCAPED", operator.attrgetter("real.__cla" + "ss__.__mro__")(1))
