from __future__ import annotations
import weakref
from typing import Any, Callable
class Emitter:
    def __init__(self):
        self._handlers: dict[str, list[Callable[..., Any]]] = {}
    def on(self, event: str):
        def register(fn):
            self._handlers.setdefault(event, []).append(fn)
            return fn
        return register
    def emit(self, event, *args, **kw):
        return [h(*args, **kw) for h in self._handlers.get(event, ())]
    def off(self, event, fn):
        self._handlers[event].remove(fn)
e = Emitter()
@e.on("load")
def first(x, **kw): return x + 1
@e.on("load")
def second(x, scale=2): return x * scale
print(e.emit("load", 5, scale=3), e.emit("exec"))
e.off("load", first)
print(e.emit("load", 5))
cache = weakref.WeakValueDictionary()
cache["e"] = e
print("e" in cache, weakref.ref(e)() is e)
