# reaches: bdb.Bdb.runeval evaluates text
import bdb
bdb.Bdb().runeval(open("notes.txt").read())
