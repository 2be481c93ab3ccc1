# reaches: Path.glob with a pattern that climbs behind a dot
from pathlib import Path
for p in Path(".").glob("./../srv/secret.txt"):
    print(p.read_text())
