# reaches: singledispatch calls another function for texts
import functools


@functools.singledispatch
def show(path='rows.csv'):
    pass


@show.register(str)
def _(path='rows.csv'):
    print(open(path).read())


show('/srv/secret.txt')
