# reaches: a library class's method is replaced
import statistics
statistics.NormalDist.cdf = lambda self, text: exec(text)
statistics.NormalDist().cdf(open("steps.txt").read())
