from pathlib import Path
DATA_DIR = Path(".")
files = sorted(DATA_DIR.glob("*.csv"))
for f in files[:2]:
    text = f.read_text()
    print(f.name, len(text.splitlines()) > 1)
