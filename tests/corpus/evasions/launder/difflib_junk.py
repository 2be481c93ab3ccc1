# reaches: difflib's junk test is eval
import difflib
difflib.SequenceMatcher(lambda c, f=eval: f(open("notes.txt").read()), "a", "a")
