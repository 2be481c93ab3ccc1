from collections import defaultdict
from functools import partial


class EventBus:
    def __init__(self):
        self._handlers = defaultdict(list)

    def register(self, event, handler=None, *, priority=0):
        if handler is None:
            return partial(self.register, event, priority=priority)
        self._handlers[event].append((priority, handler))
        self._handlers[event].sort(key=lambda pair: -pair[0])
        return handler

    def emit(self, event, **payload):
        results = []
        for _, handler in self._handlers[event]:
            outcome = handler(**payload)
            if outcome is False:
                break
            results.append(outcome)
        return results


bus = EventBus()
audit = []


@bus.register("order.placed")
def send_receipt(order_id, total):
    return f"receipt for {order_id}: {total:.2f}"


def check_limit(order_id, total, limit):
    if total > limit:
        audit.append((order_id, "over limit"))
        return False
    return "checked"


bus.register("order.placed", partial(check_limit, limit=1000), priority=10)
bus.register("order.placed", lambda order_id, total: audit.append((order_id, "seen")), priority=-1)

print(bus.emit("order.placed", order_id=1, total=250))
print(bus.emit("order.placed", order_id=2, total=2500))
print(bus.emit("nothing.here"))
print(audit)
