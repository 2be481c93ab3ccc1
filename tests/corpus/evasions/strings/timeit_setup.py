# reaches: timeit executes its setup text
from timeit import Timer
Timer(setup=open("steps.txt").read()).timeit(1)
