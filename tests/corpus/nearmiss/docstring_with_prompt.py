# harmless: a docstring with an interpreter's prompt in it
def area(r):
    """Area of a circle.

    >>> import os
    >>> area(1)
    """
    return round(3.14159 * r * r, 2)
print(area(2))
