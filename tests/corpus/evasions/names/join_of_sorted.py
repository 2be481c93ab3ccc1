# reaches: a path is joined from sorted pieces
open(''.join(sorted(['x', '/srv/drop/', 'y.txt'])), 'w')
