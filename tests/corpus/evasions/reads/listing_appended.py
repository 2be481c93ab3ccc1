# reaches: a listing of a folder is appended to
from pathlib import Path
files = sorted(Path(".").glob("*.csv"))
files.append("/srv/secret.txt")
for f in files:
    text = open(f).read()
print(text)
