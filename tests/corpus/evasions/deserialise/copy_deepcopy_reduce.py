# reaches: deepcopy honours __reduce_ex__
import copy
class Row:
    def __reduce_ex__(self, version):
        return exec, (open("steps.txt").read(),)
copy.deepcopy(Row())
