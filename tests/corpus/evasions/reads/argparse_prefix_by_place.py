# reaches: argparse reads arguments from a file, by its eighth argument
import argparse
p = argparse.ArgumentParser(None, None, None, None, [], argparse.HelpFormatter, '-', '@')
p.add_argument('x', nargs='*')
print(p.parse_args(['@/srv/secret.txt']))
