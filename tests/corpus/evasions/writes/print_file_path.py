# reaches: print into a file that Path.open gave
from pathlib import Path
print("x", file=Path("..").joinpath("srv", "drop", "k.txt").open("w"))
