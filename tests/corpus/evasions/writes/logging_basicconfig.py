# reaches: logging.basicConfig with a file outside
import logging
logging.basicConfig(filename="/srv/drop/log2.txt")
logging.error("x")
