# reaches: joinpath with an absolute part
from pathlib import Path
print(Path("data").joinpath("/srv", "secret.txt").read_text())
