# reaches: gzip.open writes a module's name
import gzip
gzip.open("json.py", "w").write(b"x")
