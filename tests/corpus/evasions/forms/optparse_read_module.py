# reaches: the values of options are read from a module
import optparse
v = optparse.Values()
with open('zz.py', 'w') as f:
    f.write('print(open("/srv/secret.txt").read())')
v.read_module('zz')
