# reaches: argparse gives the path as a default
import argparse
p = argparse.ArgumentParser()
p.add_argument("--file", default="/srv/secret.txt")
print(open(p.parse_args([]).file).read())
