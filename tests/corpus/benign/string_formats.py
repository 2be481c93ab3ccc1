name, qty, price = "widget", 3, 4.5
print("%-10s|%5d|%8.2f" % (name, qty, price))
print("%(n)s costs %(p).1f%%" % {"n": name, "p": price})
print("{0:>10}|{1:^5}|{2:08.3f}|{0!r}".format(name, qty, price))
print("{n:*^20} {p:+.2e}".format(n=name, p=price))
print(f"{name!r:>12} {qty:#x} {qty:#b} {price:_>10.2f} {1234567:,} {0.256:.1%} {name.upper()=}")
width, prec = 12, 3
print(f"{price:{width}.{prec}f}|{'x' * qty:<{width}}|{name[:3]:>{width}}")
from string import Template
print(Template("$who owes $$${amount}").substitute(who="Bob", amount=5), Template("$a $b").safe_substitute(a=1))
row = {"id": 7, "ok": True}
print("{id:03d} {ok!s}".format(**row), "{0[a]} {1.real}".format({"a": 1}, 2j), str(price).rjust(8, "."), "tab\tsep".expandtabs(4))
templates = ["{} plus {}", "{1} minus {0}"]
for t in templates:
    print(t.format(1, 2))
