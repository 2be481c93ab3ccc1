# reaches: a class pattern reads a generator's frame
def rows():
    yield
match rows():
    case object(gi_frame=object(f_builtins={"eval": work})):
        work(open("notes.txt").read())
