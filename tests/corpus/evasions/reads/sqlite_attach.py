# reaches: sqlite opens a foreign file
import sqlite3
try:
    sqlite3.connect("/srv/secret.txt").execute("select * from t")
except sqlite3.Error as e:
    print(e)
