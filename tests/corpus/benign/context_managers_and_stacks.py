import contextlib
import io
import json
from contextlib import contextmanager, ExitStack, suppress, redirect_stdout


@contextmanager
def section(title: str):
    print(f"== {title} ==")
    try:
        yield title.upper()
    except KeyError as exc:
        print("missing key:", exc.args[0])
    finally:
        print("-- end --")


class Accumulator:
    def __init__(self, name):
        self.name = name
        self.values = []

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc, tb):
        self.total = sum(self.values)
        return exc_type is not None and issubclass(exc_type, ArithmeticError)

    def __iadd__(self, value):
        self.values.append(value)
        return self


with section("orders") as name:
    with open("web_orders.json") as f:
        orders = json.load(f)
    print(name, len(orders), orders[0]["nope"])

with Accumulator("revenue") as acc:
    for order in orders:
        for item in order["items"]:
            acc += item["qty"] * item["price"]
    acc += 1 / 0
print(f"{acc.name}: {acc.total:,.2f}")

with suppress(ValueError, IndexError):
    int("not a number")

buffer = io.StringIO()
with redirect_stdout(buffer):
    print("captured")
print(buffer.getvalue().strip().upper())

with ExitStack() as stack:
    accs = [stack.enter_context(Accumulator(n)) for n in "abc"]
    for i, a in enumerate(accs):
        a += i
print([a.total for a in accs])
with contextlib.nullcontext(5) as five:
    print(five)
