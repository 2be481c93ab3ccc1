# reaches: ATTACH creates a database outside
import sqlite3
db = sqlite3.connect(":memory:")
db.execute("attach '/srv/drop/y.db' as y")
db.execute("create table y.t(a)")
