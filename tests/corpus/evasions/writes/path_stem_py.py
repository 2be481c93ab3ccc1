# reaches: a path with another name by with_name
from pathlib import Path
p = Path("a.csv").with_name("statistics.py")
p.open("w").write("x = 1\n")
