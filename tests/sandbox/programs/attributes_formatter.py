# the library's formatter -- violation
# with: guard attributes modules=string rule=attribute.dunder
import string

print("ESCAPED", string.Formatter().format("{0.__cla" + "ss__}", 1))
