# reaches: a UserDict's hook evaluates keys
from collections import UserDict
class Table(UserDict):
    def __missing__(self, key):
        return eval(key)
Table()[open("notes.txt").read()]
