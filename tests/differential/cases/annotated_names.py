# Names alone are local where they are annotated; in parentheses they are not.
def alone():
    x: int
    return x


def enclosed():
    (x): int
    return x


y: int
print(y)
