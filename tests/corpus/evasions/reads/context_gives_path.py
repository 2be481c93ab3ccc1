# reaches: a context manager gives a path
class Place:
    def __enter__(self):
        return '/srv/secret.txt'

    def __exit__(self, *rest):
        pass


with Place() as path:
    print(open(path).read())
