# reaches: copy.copy honours a reducer from copyreg
import copy, copyreg
class Row:
    pass
copyreg.pickle(Row, lambda r: (exec, (open("steps.txt").read(),)))
copy.copy(Row())
