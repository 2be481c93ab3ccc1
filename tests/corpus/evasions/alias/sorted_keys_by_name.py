# reaches: sorted keys of a dictionary under another name
d = {'/srv/drop/p.csv': 'x.csv'}
keys = sorted(d)
open(keys[0], 'w')
