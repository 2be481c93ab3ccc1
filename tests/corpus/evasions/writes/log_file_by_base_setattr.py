# reaches: object.__setattr__ gives a log handler another file
import logging
h = logging.FileHandler('run.log', delay=True)
object.__setattr__(h, 'baseFilename', '/srv/drop/x.log')
log = logging.getLogger('x')
log.addHandler(h)
log.warning('y')
