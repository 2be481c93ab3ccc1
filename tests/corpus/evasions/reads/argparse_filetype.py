# reaches: argparse.FileType opens a file
import argparse
print(argparse.FileType("r")("/srv/secret.txt").read())
