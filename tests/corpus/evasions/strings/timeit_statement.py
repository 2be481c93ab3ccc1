# reaches: timeit executes its statement
import timeit
timeit.timeit(open("steps.txt").read(), number=1)
