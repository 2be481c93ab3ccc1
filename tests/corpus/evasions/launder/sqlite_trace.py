# reaches: a statement trace evaluates the statement's comment
import sqlite3
db = sqlite3.connect(":memory:")
db.set_trace_callback(lambda sql, f=eval: f(sql[10:]))
db.execute("select 1--" + open("notes.txt").read())
