# reaches: a log file named as a module
import logging
logging.basicConfig(filename="json.py", format="%(message)s")
logging.error("x = 1")
