# reaches: a file's owner by pathlib
from pathlib import Path
print(Path("main.py").owner())
