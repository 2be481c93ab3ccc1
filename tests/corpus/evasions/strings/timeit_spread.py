# reaches: timeit's setup in a spread mapping
import timeit
options = {"setup": "import os; os.system('/srv/canary')", "number": 1}
timeit.timeit(lambda: 0, **options)
