# reaches: a log's handler is made again with another path
import logging
handler = logging.FileHandler("run.log")
logging.FileHandler.__init__(handler, "/srv/drop/h.log")
