# reaches: a log handler for the system's log
import logging, logging.handlers
try:
    logging.getLogger().addHandler(logging.handlers.SysLogHandler(("192.0.2.18", 514)))
    logging.raiseExceptions = False
    logging.error("rows")
except OSError:
    pass
