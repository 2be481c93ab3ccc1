# reaches: timeit's setup bound by partial
import functools, timeit
functools.partial(timeit.timeit, setup="import os; os.system('/srv/canary')", number=1)(lambda: 0)
