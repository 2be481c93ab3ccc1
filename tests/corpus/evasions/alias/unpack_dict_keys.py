# reaches: eval unpacked from the keys of a dict
(worker,) = {eval: "mean"}
worker(open("notes.txt").read())
