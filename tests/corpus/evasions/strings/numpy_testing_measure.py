# reaches: numpy.testing.measure executes text
from numpy.testing import measure
measure(open("steps.txt").read())
