# reaches: the completer evaluates a dotted name
import rlcompleter, os
print(rlcompleter.Completer({"os": os}).complete("os.sys", 0))
