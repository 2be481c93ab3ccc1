# reaches: argparse converts an argument with eval
import argparse
p = argparse.ArgumentParser()
p.add_argument("n", type=eval)
p.parse_args([open("notes.txt").read()])
