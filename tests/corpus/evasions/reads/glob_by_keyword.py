# reaches: glob gets its pattern by keyword
from pathlib import Path

for p in Path('.').glob(pattern='../srv/*.txt'):
    print(open(p).read())
