# reaches: Path.open over a plain string
from pathlib import Path
print(Path.open("/srv/secret.txt").read())
