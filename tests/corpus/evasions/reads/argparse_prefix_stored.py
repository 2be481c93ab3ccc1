# reaches: argparse reads arguments from a file, by an attribute
import argparse
p = argparse.ArgumentParser()
p.fromfile_prefix_chars = '@'
p.add_argument('x', nargs='*')
print(p.parse_args(['@/srv/secret.txt']))
