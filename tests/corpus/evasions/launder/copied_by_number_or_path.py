# reaches: copyfileobj reads by whatever length it is given
import io, itertools, shutil
class Source:
    def read(self, path):
        print(open(path).read())
s = Source()
s.read('sales.csv')
list(itertools.starmap(shutil.copyfileobj, [(s, io.StringIO(), '/srv/secret.txt')]))
