from functools import wraps

HOOKS = {}

def hook(event, priority=0):
    def register(function):
        @wraps(function)
        def wrapped(*args, **kwargs):
            wrapped.calls += 1
            return function(*args, **kwargs)

        wrapped.calls = 0
        HOOKS.setdefault(event, []).append((priority, wrapped))
        return wrapped
    return register

@hook("start", priority=2)
def greet(name):
    return f"hello {name}"

@hook("start")
def log(name):
    return f"log {name}"

print([f("x") for _, f in sorted(HOOKS["start"], key=lambda p: p[0])], greet.calls, greet.__name__)
