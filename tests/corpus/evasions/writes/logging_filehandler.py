# reaches: a log file outside
import logging
logging.FileHandler("/srv/drop/log.txt")
