# reaches: a list in a new list is changed
import random

names = ['rows.csv']
random.choice([names]).append('/srv/secret.txt')
for n in names:
    print(open(n).read())
