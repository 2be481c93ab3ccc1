# reaches: a generator is sent its path
def reader():
    path = 'rows.csv'
    while True:
        path = yield open(path).read()


r = reader()
next(r)
print(r.send('/srv/secret.txt'))
