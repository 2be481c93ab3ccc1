# reaches: an argument of the command line named agg is a function
import argparse
def change(items):
    items.append("/srv/secret.txt")
parser = argparse.ArgumentParser()
parser.set_defaults(**{"a" + "gg": change})
names = ["sales.csv"]
parser.parse_args([]).agg(names)
for name in names:
    print(open(name).read())
