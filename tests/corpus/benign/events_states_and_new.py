import json
import statistics


class Observable:
    def __init__(self):
        self._handlers = {}

    def on(self, event):
        def register(fn):
            self._handlers.setdefault(event, []).append(fn)
            return fn
        return register

    def emit(self, event, *args, **kwargs):
        return [h(*args, **kwargs) for h in self._handlers.get(event, ())]


bus = Observable()


@bus.on("reading")
def store(value, history=[]):
    history.append(value)
    return len(history)


@bus.on("reading")
@bus.on("alarm")
def check(value, limit=75):
    return "HIGH" if value > limit else "ok"


class Pump:
    count = 0
    _registry = {}

    def __new__(cls, tag, *args):
        if tag in cls._registry:
            return cls._registry[tag]
        obj = super().__new__(cls)
        cls._registry[tag] = obj
        return obj

    def __init__(self, tag, rate=1.0):
        self.tag, self.rate = tag, rate
        type(self).count += 1

    def __init_subclass__(cls, kind="generic", **kw):
        super().__init_subclass__(**kw)
        cls.kind = kind

    def __enter__(self):
        self.rate *= 2
        return self

    def __exit__(self, *exc):
        self.rate /= 2

    def __str__(self):
        return f"<{self.tag}:{self.rate}>"


class Dosing(Pump, kind="dosing"):
    __slots__ = ()

    def dose(self, *, ml):
        return ml / self.rate


class State:
    transitions = {("idle", "start"): "running", ("running", "stop"): "idle", ("running", "fault"): "tripped", ("tripped", "reset"): "idle"}

    def __init__(self):
        self.current = "idle"
        self.log = []

    def fire(self, event):
        try:
            new = self.transitions[self.current, event]
        except KeyError:
            raise ValueError(f"cannot {event} while {self.current}") from None
        self.log.append((self.current, event, new))
        self.current = new


print([bus.emit("reading", v) for v in (70, 80)], bus.emit("alarm", 76, limit=90))
a, b = Pump("P1"), Pump("P1", 3.0)
d = Dosing("D1", 2.0)
with d as pump:
    print(pump, pump.dose(ml=8))
print(a is b, Pump.count, Dosing.kind, str(d), issubclass(Dosing, Pump), type(d).__name__, d.__class__.__bases__[0].__name__)
sm = State()
for ev in ["start", "fault", "start", "reset"]:
    try:
        sm.fire(ev)
    except ValueError as e:
        print(e)
print(json.dumps(sm.log), statistics.mean([1, 2]))
