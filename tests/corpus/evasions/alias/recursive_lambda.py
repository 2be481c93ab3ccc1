# reaches: eval passed to a lambda that applies itself
(lambda f, x: f(x))(eval, open("notes.txt").read())
