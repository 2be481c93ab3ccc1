# reaches: doctest runs the examples in a docstring
"""
>>> print(open('/srv/secret.txt').read())
"""
import doctest
doctest.testmod()
