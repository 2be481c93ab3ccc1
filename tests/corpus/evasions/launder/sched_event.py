# reaches: a scheduler runs exec at its time
import sched
s = sched.scheduler()
s.enter(0, 1, exec, (open("steps.txt").read(),))
s.run()
