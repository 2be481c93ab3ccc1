# reaches: argparse sets the fields of self
import argparse


class Reader:
    def __init__(self):
        self.path = 'rows.csv'
        p = argparse.ArgumentParser()
        p.add_argument('--path')
        p.parse_args(['--path', '/srv/secret.txt'], namespace=self)

    def show(self):
        print(open(self.path).read())


Reader().show()
