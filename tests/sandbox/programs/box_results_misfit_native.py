# what native code wrote is told from the file that is left -- violation
# with: guard modules=sqlite3 results=*.db rule=files.write
import sqlite3

connection = sqlite3.connect("a.db")
connection.execute("attach 'b.sqlite' as other")
connection.execute("create table other.t (x)")
connection.commit()
print("contained")
