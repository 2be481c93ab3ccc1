# reaches: pandas.read_fwf of a climbing path
from pandas import read_fwf
table = read_fwf("../srv/secret.txt", header=None, names=["north"])
for row in table.itertuples():
    print(row.north)
