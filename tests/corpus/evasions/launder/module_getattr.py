# reaches: a module-level __getattr__ answers an import
import sys
def __getattr__(name):
    return exec
from __main__ import total
total(open("steps.txt").read())
