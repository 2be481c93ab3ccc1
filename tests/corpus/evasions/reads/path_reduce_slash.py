# reaches: functools.reduce joins the parts of a path
from functools import reduce
from pathlib import Path
parts = ["/srv", "secret.txt"]
print(reduce(lambda a, b: a / b, parts, Path(".")).read_text())
