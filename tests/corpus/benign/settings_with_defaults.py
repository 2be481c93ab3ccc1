"""Settings whose names and defaults stand in a class variable."""
class Params:
    defaults = dict(window=3, method="mean", center=False)

    def __init__(self, **kw):
        for k, v in self.defaults.items():
            setattr(self, k, kw.get(k, v))

    def __repr__(self):
        return "Params(" + ", ".join(f"{k}={getattr(self, k)!r}" for k in self.defaults) + ")"

print(Params(), Params(window=2))
