# reaches: lru_cache under the name of staticmethod shifts the arguments
from functools import lru_cache as staticmethod
class C:
    @staticmethod
    def m(a='x.txt', b='x.txt'):
        open(b, 'w')
C().m('/srv/drop/p.csv')
