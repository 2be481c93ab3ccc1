# reaches: an argument parser takes its arguments from a file
import argparse
p = argparse.ArgumentParser(fromfile_prefix_chars="@")
p.add_argument("words", nargs="*")
print(p.parse_args(["@/srv/secret.txt"]).words)
