# reaches: multiprocessing.Process
import multiprocessing
p = multiprocessing.Process(target=print, args=("child",))
p.start()
p.join()
