import logging
from datetime import datetime

LOG_FILE = f"run_{datetime.now():%Y%m%d}.log"
logging.basicConfig(filename=LOG_FILE, level=logging.INFO, format="%(levelname)s %(message)s")
logging.info("started")
print("ok")
