# reaches: a list of a dictionary has its keys, not its values
d = {'/srv/drop/p.csv': 'x.csv'}
open(list(d)[0], 'w')
