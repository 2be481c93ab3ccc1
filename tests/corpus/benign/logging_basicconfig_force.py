import logging
logging.basicConfig(level=logging.WARNING, format="[%(levelname)s] %(message)s", force=True)
log = logging.getLogger("app.db")
log.info("hidden")
log.error("shown on stderr")
class OnlyErrors(logging.Filter):
    def filter(self, record):
        return record.levelno >= logging.ERROR
log.addFilter(OnlyErrors())
log.log(logging.CRITICAL, "bye")
print(logging.getLevelName(log.getEffectiveLevel()), log.name, log.parent.name)
