# reaches: open with an object that has __fspath__
class Sales:
    def __fspath__(self):
        return "/srv/secret.txt"
print(open(Sales()).read())
