# reaches: rglob with a pattern that climbs
from pathlib import Path
for f in Path(".").glob("../srv/sec*.txt"):
    print(f.read_text())
