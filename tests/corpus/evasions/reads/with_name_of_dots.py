# reaches: with_name takes two dots
from pathlib import Path

Path("a").mkdir()

print((Path("a/b").with_name("..") / "../srv/secret.txt").read_text())
