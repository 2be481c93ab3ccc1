# reaches: a log's handler opens another file once its name is changed
import logging
logging.basicConfig(filename="run.log")
handler = logging.getLogger().handlers[0]
handler.baseFilename = "/srv/drop/b.log"
handler.close()
logging.error("x")
