# reaches: open of a PurePath
from pathlib import PurePath
print(open(PurePath("/srv") / "secret.txt").read())
