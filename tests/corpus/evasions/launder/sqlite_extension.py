# reaches: a database connection allows native extensions
import sqlite3
sqlite3.connect(":memory:").enable_load_extension(True)
