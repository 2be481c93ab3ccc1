# reaches: logging.basicConfig gets its file in a spread mapping
import logging
options = {"filename": "/srv/drop/a.log"}
logging.basicConfig(**options)
logging.error("x")
