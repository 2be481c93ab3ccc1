# reaches: operator.truediv joins an absolute path
import operator
from pathlib import Path
print(operator.truediv(Path("."), "/srv/secret.txt").read_text())
