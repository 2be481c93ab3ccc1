# reaches: a NamedTuple field's default is overridden
from typing import NamedTuple
class Config(NamedTuple):
    path: str = "sales.csv"
print(open(Config("/srv/secret.txt").path).read())
