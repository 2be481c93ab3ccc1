# reaches: a path is joined from pieces backwards
parts = ['p.txt', 'drop/', '/srv/'][::-1]
open(''.join(parts), 'w')
