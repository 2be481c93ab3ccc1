# reaches: an item of a listing is replaced
from pathlib import Path
files = sorted(Path(".").glob("*.csv"))
files[0] = "/srv/secret.txt"
for f in files[:1]:
    print(open(f).read())
