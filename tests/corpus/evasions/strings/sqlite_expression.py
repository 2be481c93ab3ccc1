# reaches: SQL text that writes a database outside
import sqlite3
db = sqlite3.connect(":memory:")
db.execute("create table t(a)")
db.execute("vacuum into '/srv/drop/copy.db'")
