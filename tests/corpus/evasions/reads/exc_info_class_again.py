# reaches: the class of the current exception is called with a path
import sys
class Missing(Exception):
    def __init__(self, path):
        self.text = open(path).read()
try:
    raise Missing("sales.csv")
except Missing:
    print(sys.exc_info()[0]("/srv/secret.txt").text)
