# reaches: logging.config calls a factory that is named by text
import logging.config
logging.config.dictConfig({"version": 1, "formatters": {"f": {"()": "os.system", "command": "/srv/canary"}}})
