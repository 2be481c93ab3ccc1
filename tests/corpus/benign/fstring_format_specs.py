from datetime import datetime
from decimal import Decimal

n = 1234567.891
when = datetime(2024, 2, 29, 18, 5, 9)
name, width, digits = "pressure", 14, 3

print(f"[{name:<{width}}] [{name:>{width}}] [{name:^{width}}] [{name:*^{width}}]")
print(f"{n:,.2f} {n:.3e} {n:015.1f} {n:+.0f} {-n:(>16.1f}")
print(f"{255:#x} {255:08b} {255:o} {255:_b} {1_000_000:_}")
print(f"{0.4567:.1%} {2/3:.{digits}g} {Decimal('3.14159'):.2f} {1e-7:g}")
print(f"{when:%A, %d %B %Y} {when:%H:%M:%S} week {when:%V} {when.isoformat(timespec='minutes')}")
print(f"{name!r} {name.upper()!s:.4} {'ü'!a} {n=:.1f} {len(name)=}")
print(f"{{literal}} {'nested ' + f'{width + digits}'} {[i**2 for i in range(4)]}")
print("{:>8} {:<8} {x:^8}|".format("a", "b", x="c"))
print("%5.2f %-6s|%03d %s" % (3.14159, "left", 7, [1, 2]))
print(f"{'yes' if n > 1e6 else 'no'} {({'a': 1})['a']} {complex(1, -2):.1f}")
multi = (
    f"name: {name}\n"
    f"value: {n:.0f}\n"
    "unit: Pa"
)
print(multi)
