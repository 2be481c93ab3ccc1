# an empty list of folders lets nothing be read, whatever reads it -- ok
# with: packages nofiles guard modules=sqlite3,os
import os
import sqlite3

assert os.path.exists("input.csv")
try:
    print("ESCAPED", sqlite3.connect(":memory:").execute("attach '/box/input.csv' as other").fetchall())
except sqlite3.OperationalError as error:
    print("contained" if "unable to open" in str(error) else "ESCAPED", error)
