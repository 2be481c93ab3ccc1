# reaches: numpy.add_newdoc imports the module that it is told
open('charts.py', 'w').write("print(open('/srv/secret.txt').read())")
import numpy as np
np.add_newdoc("this", "s", "x")
