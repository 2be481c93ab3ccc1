# reaches: eval is a default within a default
outer = lambda inner=(lambda f=eval: f): inner()
outer()(open("notes.txt").read())
