from contextlib import contextmanager, suppress, ExitStack, redirect_stdout
import io

class Indenter:
    def __init__(self):
        self.level = 0
    def __enter__(self):
        self.level += 1
        return self
    def __exit__(self, exc_type, exc, tb):
        self.level -= 1
        return False
    def print(self, text):
        print("    " * self.level + text)

@contextmanager
def tag(name):
    print(f"<{name}>")
    yield name.upper()
    print(f"</{name}>")

with Indenter() as ind:
    ind.print("hi")
    with ind:
        ind.print("hello")
with ExitStack() as stack:
    names = [stack.enter_context(tag(n)) for n in ("a", "b")]
    print(names)
with suppress(ZeroDivisionError):
    1 / 0
buf = io.StringIO()
with redirect_stdout(buf):
    print("captured")
print(repr(buf.getvalue()))
