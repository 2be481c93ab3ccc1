# reaches: a listing is changed by way of a dictionary's values
import glob

names = glob.glob('*.csv')
for v in {'a': names}.values():
    v.append('/srv/secret.txt')
for n in names:
    print(open(n).read())
