# reaches: a format template built from pieces walks dunders
def report():
    return 1
import os as _
u = "_" * 2
print(("{0." + u + "globals" + u + "[_].environ}").format(report))
