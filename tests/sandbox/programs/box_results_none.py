# an empty list of folders lets nothing be written, whatever writes it -- ok
# with: packages nofiles guard modules=sqlite3
import sqlite3

connection = sqlite3.connect(":memory:")
try:
    connection.execute("attach '/box/b.sqlite' as other")
    connection.execute("create table other.t (x)")
    connection.commit()
    print("ESCAPED")
except sqlite3.OperationalError:
    print("contained")
