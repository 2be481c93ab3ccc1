# reaches: implicitly concatenated bytes literals, the first with \N
size = (b"a" B"\N"); import os; os.system('/srv/canary') #"
