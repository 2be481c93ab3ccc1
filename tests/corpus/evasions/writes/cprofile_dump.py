# reaches: a profiler dumps its statistics outside
import cProfile
p = cProfile.Profile()
p.runcall(len, "")
p.dump_stats("/srv/drop/a.prof")
