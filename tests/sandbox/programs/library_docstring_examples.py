# doctest runs examples, which are code from text -- violation
# with: guard modules=doctest
import doctest


def double(x):
    """
    >>> double(2)
    4
    """
    return 2 * x


print("ESCAPED", doctest.testmod())
