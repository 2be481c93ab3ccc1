# reaches: timeit with a function and a setup text by keyword
import timeit
timeit.timeit(lambda: 0, setup=open("steps.txt").read(), number=1)
