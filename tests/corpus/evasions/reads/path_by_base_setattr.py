# reaches: object.__setattr__ gives a path another text
from pathlib import Path
p = Path('sales.csv')
object.__setattr__(p, '_str', '/srv/secret.txt')
print(p.read_text())
