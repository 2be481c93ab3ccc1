# reaches: a sqlite converter evaluates a column's bytes
import sqlite3
sqlite3.register_converter("rows", eval)
db = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
db.execute("create table t(a rows)")
db.execute("insert into t values(?)", (open("notes.txt").read(),))
list(db.execute("select a from t"))
