from contextlib import ExitStack, contextmanager, nullcontext, suppress

log = []

@contextmanager
def section(name):
    log.append(f"<{name}>")
    try:
        yield name.upper()
    finally:
        log.append(f"</{name}>")

with ExitStack() as stack:
    names = [stack.enter_context(section(n)) for n in ("head", "body")]
    stack.callback(log.append, "end")
with suppress(KeyError, ZeroDivisionError):
    {}["missing"]
with nullcontext(5) as five:
    log.append(five)
print(names, log)
