from types import SimpleNamespace
from contextlib import contextmanager


class Observable:
    def __init__(self, **initial):
        object.__setattr__(self, "_watchers", {})
        object.__setattr__(self, "_data", dict(initial))

    def __getattr__(self, name):
        data = object.__getattribute__(self, "_data")
        if name in data:
            return data[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        old = self._data.get(name)
        self._data[name] = value
        for fn in self._watchers.get(name, ()):
            fn(name, old, value)

    def watch(self, *names):
        def deco(fn):
            for n in names:
                self._watchers.setdefault(n, []).append(fn)
            return fn
        return deco


state = Observable(count=0, label="x")
changes = []


@state.watch("count", "label")
def note(name, old, new):
    changes.append(SimpleNamespace(name=name, old=old, new=new))


state.count += 1
state.label = "y"
state.other = 5
print(state.count, state.label, [(c.name, c.old, c.new) for c in changes])
try:
    state.nothing
except AttributeError as e:
    print("no", e)
