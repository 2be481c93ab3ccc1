# reaches: sched to threading to os
import sched as plan
plan.threading._os.system("/srv/canary")
