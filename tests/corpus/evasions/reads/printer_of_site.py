# reaches: what prints the licence prints any file
import _sitebuiltins
p = _sitebuiltins._Printer('a', '', ['secret.txt'], ['/srv'])
p()
