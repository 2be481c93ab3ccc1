import traceback, sys
class ConfigError(RuntimeError):
    def __init__(self, key, *args):
        super().__init__(key, *args)
        self.key = key
    def __str__(self):
        return f"bad setting {self.key!r}"
def load(d):
    try:
        return int(d["port"])
    except (KeyError, ValueError) as e:
        raise ConfigError("port") from e
for d in ({}, {"port": "x"}, {"port": "80"}):
    try:
        print(load(d))
    except ConfigError as e:
        print(e, "<-", repr(e.__cause__), e.args)
        tb = traceback.format_exc()
        print("ConfigError" in tb, tb.strip().splitlines()[-1], file=sys.stderr)
        print(traceback.format_exception_only(type(e), e)[-1].strip())
try:
    try:
        1 / 0
    finally:
        print("cleanup")
except ArithmeticError as e:
    e.add_note("while testing")
    print(e.__notes__, e.with_traceback(None) is e)
