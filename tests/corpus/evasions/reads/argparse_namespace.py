# reaches: argparse sets a field by its name
import argparse


class Reader:
    def __init__(self):
        self.path = 'rows.csv'

    def show(self):
        print(open(self.path).read())


r = Reader()
p = argparse.ArgumentParser()
p.add_argument('--path')
p.parse_args(['--path', '/srv/secret.txt'], r)
r.show()
