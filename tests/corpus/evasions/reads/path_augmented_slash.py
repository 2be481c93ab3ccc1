# reaches: an augmented slash leaves the folder
from pathlib import Path
p = Path(".")
p /= "/srv/secret.txt"
print(p.read_text())
