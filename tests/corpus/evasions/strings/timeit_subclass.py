# reaches: a subclass of Timer hands a statement to super
import timeit
class T(timeit.Timer):
    def __init__(self):
        super().__init__("import os; os.system('/srv/canary')")
T().timeit(1)
