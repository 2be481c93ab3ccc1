# reaches: a log's handler keeps open, under a name that a class of the program has, too
import logging
class Job:
    def __init__(self):
        self._builtin_open = None
logging.basicConfig(filename="run.log")
for part in [logging.getLogger().handlers[0]]:
    print(part._builtin_open("/srv/secret.txt").read())
