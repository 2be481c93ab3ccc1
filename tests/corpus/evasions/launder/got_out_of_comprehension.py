# reaches: get on a dictionary comprehension gives a list that grows
names = ['sales.csv']
D = {k: names for k in 'ab'}
D.get('a').append('/srv/secret.txt')
for n in names: print(open(n).read())
