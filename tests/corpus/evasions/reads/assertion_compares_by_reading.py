# reaches: an assertion of numpy.testing compares by a method that reads
import numpy as np
class Sheet:
    def __eq__(self, other):
        print(open(other).read())
        return True
np.testing.assert_array_equal(np.array([Sheet()], dtype=object), np.array(["/srv/secret.txt"], dtype=object))
