# reaches: partialmethod gives a method its path
import functools


class Reader:
    def show(self, path):
        print(open(path).read())

    other = functools.partialmethod(show, '/srv/secret.txt')


Reader().show('rows.csv')
Reader().other()
