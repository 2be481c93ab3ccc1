# reaches: a named tuple's field is replaced
from collections import namedtuple
C = namedtuple("C", "path", defaults=["sales.csv"])
c = C()._replace(path="/srv/secret.txt")
print(open(c.path).read())
