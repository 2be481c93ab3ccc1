# reaches: a stem is two dots
from pathlib import Path

Path("...csv").write_text("a")
for p in Path(".").glob("*.csv"):
    try:
        print(open(f"{p.stem}/srv/secret.txt").read())
    except OSError:
        pass
