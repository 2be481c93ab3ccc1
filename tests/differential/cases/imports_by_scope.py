# An import binds its name where it stands, and in a class under its private name.
def warm_up():
    import os as path, json
    from math import sqrt as round

    return path, json, round(2.0)


class Row:
    import json as __kit
    from math import __doc__ as __words

    def dump(self):
        return self.__kit, Row.__words, __kit


round(1.5)
