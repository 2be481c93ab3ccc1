# reaches: a file's name without its suffix is two dots
from pathlib import Path

Path("...csv").write_text("a")
for p in Path(".").glob("*.csv"):
    try:
        print(open(p.with_suffix("") / "srv" / "secret.txt").read())
    except OSError:
        pass
