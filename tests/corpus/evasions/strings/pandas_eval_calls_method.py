# reaches: pandas.eval calls a method of the file with another path
import pandas as pd
class C:
    def save(self, p):
        open(p, 'w')
        return 1
obj = C()
obj.save('x.txt')
pd.eval("obj.save('/srv/drop/p.csv')")
