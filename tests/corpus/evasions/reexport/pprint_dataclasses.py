# reaches: pprint to dataclasses to builtins
import pprint
pprint._dataclasses.builtins.eval(open("notes.txt").read())
