import logging
import sys

logging.basicConfig(stream=sys.stdout, level=logging.INFO, format="%(levelname)s:%(name)s:%(message)s")
root = logging.getLogger("app")
worker = root.getChild("worker")
worker.setLevel(logging.WARNING)
root.info("started with %d jobs", 3)
worker.info("not shown")
worker.warning("slow job %s", "j1")
try:
    1 / 0
except ZeroDivisionError:
    root.error("failed: %s", "division", exc_info=False)
