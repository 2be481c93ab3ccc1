# reaches: the second of two dictionaries that are spread names the file
a = {'mode': 'r'}
b = {'file': '/srv/secret.txt'}
print(open(**a, **b).read())
