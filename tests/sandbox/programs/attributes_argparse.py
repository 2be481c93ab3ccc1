# arguments that are set on any object -- violation
# with: guard attributes modules=argparse rule=attribute.dunder
import argparse

def target():
    pass

parser = argparse.ArgumentParser()
parser.add_argument("--x", dest="__de" + "faults__", default=(1,))
parser.parse_args([], namespace=target)
print("ESCAPED", target.__defaults__)
