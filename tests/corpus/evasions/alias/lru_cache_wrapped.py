# reaches: a cache wraps eval
from functools import lru_cache
lru_cache(maxsize=None)(eval)(open("notes.txt").read())
