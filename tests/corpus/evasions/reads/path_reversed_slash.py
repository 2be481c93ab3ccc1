# reaches: a text before a slash makes the path absolute
from pathlib import Path
print(("/srv" / Path("secret.txt")).read_text())
