# reaches: a cached property returns the path
from functools import cached_property


class Source:
    @cached_property
    def path(self):
        return "/srv/secret.txt"


print(open(Source().path).read())
