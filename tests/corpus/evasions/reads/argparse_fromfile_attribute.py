# reaches: an argument parser's prefix for files is set later
import argparse
p = argparse.ArgumentParser()
p.fromfile_prefix_chars = "@"
p.add_argument("words", nargs="*")
print(p.parse_args(["@/srv/secret.txt"]).words)
