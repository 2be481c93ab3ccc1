# reaches: wraps copies another file's name into a log's handler
import functools, logging, types
logging.basicConfig(filename="run.log")
handler = logging.getLogger().handlers[0]
functools.wraps(types.SimpleNamespace(baseFilename="/srv/drop/w.log", __doc__=None))(handler)
handler.close()
logging.error("x")
