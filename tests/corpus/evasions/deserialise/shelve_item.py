# reaches: a shelf's item is unpickled
import shelve, dbm.dumb
raw = dbm.dumb.open("rows")
raw[b"a"] = open("model.pkl", "rb").read()
raw.close()
shelve.open("rows")["a"]
