# packages that the policy does not allow are not there -- error
import numpy

print("ESCAPED", numpy.__file__)
