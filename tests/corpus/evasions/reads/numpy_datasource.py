# reaches: numpy.DataSource of a foreign path
from numpy import DataSource as Source
rows = Source(None)
with rows.open("/srv/./secret.txt") as table:
    for line in table:
        print(line)
