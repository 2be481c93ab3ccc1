import logging
import sys

logger = logging.getLogger(__name__)
handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-8s %(name)s: %(message)s", datefmt="%H:%M:%S"))
logger.addHandler(handler)
logger.setLevel(logging.INFO)
logger.propagate = False

def divide(a, b):
    try:
        return a / b
    except ZeroDivisionError:
        logger.exception("division of %s by zero", a)
        return float("nan")
    else:
        logger.debug("fine")

logger.info("start")
print(divide(1, 2), divide(1, 0))
logger.warning("done %d%%", 100)
if logger.isEnabledFor(logging.DEBUG):
    print("debug on")
logging.shutdown()
