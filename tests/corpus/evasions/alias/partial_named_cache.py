# reaches: partial under the name of cache leaves self to the caller
from functools import partial as cache
class B:
    def __init__(self):
        self.path = '/srv/drop/p.csv'
class A:
    def __init__(self):
        self.path = 'x.txt'
    @cache
    def go(self):
        open(self.path, 'w')
A().go(B())
