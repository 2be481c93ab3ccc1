# reaches: a dictionary is merged with another before it is spread
opts = {'file': 'sales.csv'}
opts |= {'file': '/srv/secret.txt'}
print(open(**opts).read())
