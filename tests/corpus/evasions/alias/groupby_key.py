# reaches: itertools.groupby with eval as the key
from itertools import groupby
for _ in groupby([open("notes.txt").read()], eval):
    pass
