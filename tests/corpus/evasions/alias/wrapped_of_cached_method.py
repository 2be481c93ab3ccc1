# reaches: the function within a cached method is called with another object
from functools import lru_cache
class B:
    def __init__(self):
        self.path = '/srv/drop/p.csv'
class A:
    def __init__(self):
        self.path = 'x.txt'
    @lru_cache
    def go(self):
        open(self.path, 'w')
A().go.__wrapped__(B())
