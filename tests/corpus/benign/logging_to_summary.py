import logging

logger = logging.getLogger("importer")
logger.setLevel(logging.INFO)


class CountingHandler(logging.Handler):
    def __init__(self):
        super().__init__()
        self.counts = {}
        self.messages = []

    def emit(self, record):
        self.counts[record.levelname] = self.counts.get(record.levelname, 0) + 1
        self.messages.append(f"{record.levelname.lower()}: {record.getMessage()}")


handler = CountingHandler()
logger.addHandler(handler)


def import_rows(rows):
    accepted = 0
    for i, row in enumerate(rows, 1):
        logger.debug("row %d: %r", i, row)
        try:
            value = float(row)
        except ValueError:
            logger.error("row %d is not a number: %r", i, row)
            continue
        if value < 0:
            logger.warning("row %d is negative", i)
        accepted += 1
    logger.info("accepted %d of %d rows", accepted, len(rows))
    return accepted


import_rows(["1.5", "x", "-3", "", "8"])
print(handler.counts)
print("\n".join(handler.messages))
