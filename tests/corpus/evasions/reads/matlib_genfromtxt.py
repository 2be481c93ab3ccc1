# reaches: numpy.matlib carries numpy's load
import numpy.matlib
print(numpy.matlib.genfromtxt("/srv/secret.txt", dtype=str))
