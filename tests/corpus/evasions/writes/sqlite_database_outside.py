# reaches: a database outside
import sqlite3
sqlite3.connect("/srv/drop/x.db").execute("create table t(a)")
