# reaches: a database connection in memory is opened anew over a file
import sqlite3
c = sqlite3.connect(':memory:')
c.__init__('/srv/drop/p.csv')
c.execute('create table t(a)')
