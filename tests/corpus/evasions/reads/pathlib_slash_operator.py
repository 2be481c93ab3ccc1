# reaches: a path put together by the slash operator
from pathlib import Path
print((Path.cwd().parent / "srv" / "secret.txt").open().read())
