# reaches: Path.replace gives an input a module's name, by a method that text has too
from pathlib import Path
p = Path("sales.csv")
p.replace("statistics.py")
