# reaches: a path made of a folder and the name that glob gave
from pathlib import Path
root = Path("/")
for base in [root / "srv"]:
    for f in base.glob("secret*"):
        print(f.read_text())
