# reaches: os.environb
from os import environb as table
print(dict(table))
