# reaches: a dumb dbm outside
import dbm.dumb
dbm.dumb.open("/srv/drop/s").close()
