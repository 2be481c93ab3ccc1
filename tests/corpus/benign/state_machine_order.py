from enum import Enum, auto


class State(Enum):
    CART = auto()
    PAID = auto()
    PACKED = auto()
    SHIPPED = auto()
    CANCELLED = auto()


class InvalidTransition(Exception):
    pass


TRANSITIONS = {
    (State.CART, "pay"): State.PAID,
    (State.CART, "cancel"): State.CANCELLED,
    (State.PAID, "pack"): State.PACKED,
    (State.PAID, "cancel"): State.CANCELLED,
    (State.PACKED, "ship"): State.SHIPPED,
}


class Order:
    def __init__(self, number):
        self.number = number
        self.state = State.CART
        self.log = []

    def handle(self, event):
        try:
            new = TRANSITIONS[self.state, event]
        except KeyError:
            raise InvalidTransition(f"order {self.number}: cannot {event} when {self.state.name.lower()}") from None
        self.log.append(f"{self.state.name} -> {new.name}")
        self.state = new
        return self

    def __str__(self):
        return f"<order {self.number}: {self.state.name}>"


first = Order(1).handle("pay").handle("pack").handle("ship")
print(first, first.log)
second = Order(2).handle("pay")
for event in ("ship", "cancel", "pack"):
    try:
        second.handle(event)
    except InvalidTransition as e:
        print("!", e)
print(second)
