# reaches: an open file is opened anew by its __init__
with open('main.py', 'rb', 0) as f:
    f.__init__('/srv/drop/p.csv', 'w')
