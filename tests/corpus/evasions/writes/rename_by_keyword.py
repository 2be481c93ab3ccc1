# reaches: rename gets its target by keyword
from pathlib import Path

Path('rows.csv').rename(target='statistics.py')
