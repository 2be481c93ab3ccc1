"""Proxies which delegate attribute access to an own object."""


class Service:
    def __init__(self, name):
        self.name = name
        self.calls = 0

    def add(self, a, b):
        self.calls += 1
        return a + b

    def greet(self, who="world"):
        self.calls += 1
        return f"{self.name}: hello {who}"


class LoggingProxy:
    def __init__(self, target):
        self._target = target
        self._log = []

    def __getattr__(self, name):
        attr = getattr(self._target, name)
        if not callable(attr):
            return attr

        def wrapper(*args, **kwargs):
            result = attr(*args, **kwargs)
            self._log.append((name, args, kwargs, result))
            return result
        return wrapper


class Lazy:
    def __init__(self, factory):
        self.__dict__["_factory"] = factory
        self.__dict__["_obj"] = None

    def _load(self):
        if self.__dict__["_obj"] is None:
            self.__dict__["_obj"] = self._factory()
        return self.__dict__["_obj"]

    def __getattr__(self, name):
        return getattr(self._load(), name)


p = LoggingProxy(Service("svc"))
print(p.add(2, 3), p.greet(who="you"), p.name, p.calls)
for entry in p._log:
    print(entry)
lazy = Lazy(lambda: Service("late"))
print(lazy.greet())
