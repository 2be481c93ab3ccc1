# reaches: argparse's Namespace is made anew in an object of the program
import argparse
class Job:
    def __init__(self):
        self.path = "sales.csv"
        argparse.Namespace.__init__(self, **{"pa" + "th": "/srv/secret.txt"})
    def load(self):
        return open(self.path).read()
print(Job().load())
