# reaches: a log handler that connects
import logging, logging.handlers
h = logging.handlers.SocketHandler("192.0.2.16", 9)
logging.getLogger().addHandler(h)
logging.raiseExceptions = False
logging.error("rows")
