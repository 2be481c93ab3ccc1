# reaches: queue to threading to os
import queue
queue.threading._os.system("/srv/canary")
