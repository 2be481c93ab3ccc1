# harmless: class patterns over dataclasses of the program's own
from dataclasses import dataclass
@dataclass
class Sale:
    region: str
    amount: int
def label(x):
    match x:
        case Sale(region="north", amount=a) if a > 5:
            return "big north"
        case Sale(amount=a):
            return "sale %d" % a
        case {"open": o, **rest}:
            return (o, len(rest))
        case [first, *_]:
            return first
print(label(Sale("north", 9)), label(Sale("south", 2)), label({"open": 1, "x": 2}), label([7, 8]))
