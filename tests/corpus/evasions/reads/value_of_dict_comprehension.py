# reaches: a dictionary comprehension's value, asked for by a key
names = {n: '/srv/secret.txt' for n in ['rows.csv']}
print(open(names['rows.csv']).read())
