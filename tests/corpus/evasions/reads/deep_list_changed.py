# reaches: a list deep in others is changed by way of an element
import random

names = ['rows.csv']
deep = [[[[[[names]]]]]]
random.choice(deep)[0][0][0][0][0].append('/srv/secret.txt')
for n in names:
    print(open(n).read())
