# reaches: numpy's records open any file
from numpy.ma.mrecords import openfile
print(openfile('/srv/secret.txt').read())
