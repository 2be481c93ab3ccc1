# reaches: SQL calls a function that is eval
import sqlite3
db = sqlite3.connect(":memory:")
db.create_function("total", 1, lambda text, f=eval: str(f(text)))
list(db.execute("select total(?)", (open("notes.txt").read(),)))
