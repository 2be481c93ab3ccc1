# reaches: a cached function returns the path
from functools import lru_cache


@lru_cache
def source(kind):
    return "/srv/secret.txt" if kind else "sales.csv"


print(open(source(1)).read())
