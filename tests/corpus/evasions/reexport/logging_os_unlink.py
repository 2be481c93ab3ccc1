# reaches: logging carries os, which removes an input
import logging
logging.os.unlink("sales.csv")
