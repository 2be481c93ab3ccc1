# reaches: a field of the program's own, which is also the name of a log's file, is set on a handler
import logging
class Job:
    def __init__(self):
        self.baseFilename = "x"
logging.basicConfig(filename="run.log")
for part in [Job(), logging.getLogger().handlers[0]]:
    part.baseFilename = "/srv/drop/o.log"
part.close()
logging.error("x")
