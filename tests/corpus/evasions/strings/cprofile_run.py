# reaches: cProfile.run executes text
import cProfile
cProfile.run(open("steps.txt").read(), "stats.out")
