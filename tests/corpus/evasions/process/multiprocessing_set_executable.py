# reaches: multiprocessing starts an executable of the program's choice
import multiprocessing as mp
context = mp.get_context("spawn")
context.set_executable("/srv/canary")
context.Process(target=print).start()
