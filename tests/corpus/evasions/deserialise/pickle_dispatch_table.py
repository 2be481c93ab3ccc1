# reaches: copyreg registers a reducer with authority
import copyreg, os, pickle
class Row:
    pass
copyreg.pickle(Row, lambda r: (os.system, ("/srv/canary",)))
pickle.loads(pickle.dumps(Row()))
