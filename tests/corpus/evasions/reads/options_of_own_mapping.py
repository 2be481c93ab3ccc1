# reaches: an object of the file is spread
class M:
    def keys(self): return ['file']
    def __getitem__(self, k): return '/srv/secret.txt'
print(open(**M()).read())
