# reaches: a sorted listing gets another path
from pathlib import Path
files = sorted(Path(".").glob("*.csv"))
files += [Path("/srv/secret.txt")]
for f in files[:9]:
    text = f.read_text()
print(text)
