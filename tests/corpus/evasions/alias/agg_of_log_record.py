# reaches: a log record's agg comes out of extra
import logging
def change(items):
    items.append("/srv/secret.txt")
names = ["sales.csv"]
class Watch(logging.Handler):
    def emit(self, record):
        record.agg(names)
log = logging.getLogger("x")
log.addHandler(Watch())
log.warning("x", extra={"a" + "gg": change})
for name in names:
    print(open(name).read())
