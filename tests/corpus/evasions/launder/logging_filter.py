# reaches: a log filter runs exec on a record's message
import logging
log = logging.getLogger("rows")
log.addFilter(lambda record: exec(record.msg) is None)
log.error(open("steps.txt").read())
