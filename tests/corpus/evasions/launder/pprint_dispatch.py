# reaches: pprint's table of printers is given one with exec
import pprint
pprint.PrettyPrinter._dispatch[dict.__repr__] = lambda *a: exec(open("steps.txt").read())
pprint.pprint({"a": "north " * 30})
