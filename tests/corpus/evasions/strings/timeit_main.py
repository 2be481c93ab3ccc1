# reaches: timeit.main runs its arguments
import timeit
timeit.main(["-n", "1", "-r", "1", "import os; os.system('/srv/canary')"])
