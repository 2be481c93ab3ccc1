# reaches: an action of argparse sets a field of an object of the file
import argparse
class A:
    def __init__(self):
        self.path = 'x.txt'
    def go(self):
        open(self.path, 'w')
a = A()
p = argparse.ArgumentParser()
act = p.add_argument('--path')
act(p, a, '/srv/drop/p.csv')
a.go()
