# reaches: with_suffix gets its suffix by keyword
from pathlib import Path

p = Path('..').joinpath
for f in Path('.').rglob(pattern='../../srv/secret.txt'):
    print(f.read_text())
print(open(*[Path('..') / 'srv' / 'secret.txt']).read())
