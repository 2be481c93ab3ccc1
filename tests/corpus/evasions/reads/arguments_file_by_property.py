# reaches: a property says that arguments are read from files
import argparse
class P(argparse.ArgumentParser):
    @property
    def fromfile_prefix_chars(self):
        return '@'
    @fromfile_prefix_chars.setter
    def fromfile_prefix_chars(self, v):
        pass
P().parse_args(['@/srv/secret.txt'])
