# reaches: logging sets the fields of what its factory gives
import logging


class Reader:
    path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


r = Reader()
logging.setLogRecordFactory(lambda *a, **k: r)
try:
    logging.warning('x', extra={'path': '/srv/secret.txt'})
except Exception:
    pass
r.show()
