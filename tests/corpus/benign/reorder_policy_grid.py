# Inventory simulation: (s, S) policy
import random
import json
from collections import namedtuple
from dataclasses import dataclass

Result = namedtuple("Result", "holding shortage orders")


@dataclass
class Policy:
    reorder_point: int
    order_up_to: int

    def order_quantity(self, on_hand: int, on_order: int) -> int:
        position = on_hand + on_order
        return self.order_up_to - position if position <= self.reorder_point else 0


def simulate(policy: Policy, days: int = 365, lead_time: int = 3, seed: int = 0) -> Result:
    rng = random.Random(seed)
    stock, pipeline = policy.order_up_to, []
    holding = shortage = orders = 0
    for day in range(days):
        arrived = [q for due, q in pipeline if due == day]
        pipeline = [(due, q) for due, q in pipeline if due > day]
        stock += sum(arrived)
        demand = max(0, int(rng.gauss(10, 3)))
        sold = min(stock, demand)
        shortage += demand - sold
        stock -= sold
        holding += stock
        if (qty := policy.order_quantity(stock, sum(q for _, q in pipeline))) > 0:
            pipeline.append((day + lead_time, qty))
            orders += 1
    return Result(holding / days, shortage, orders)


def cost(result, h=0.5, p=9.0, k=40.0):
    return result.holding * h * 365 + result.shortage * p + result.orders * k


grid = {(s, S): cost(simulate(Policy(s, S), seed=11)) for s in range(20, 60, 10) for S in range(60, 140, 20)}
best = min(grid, key=grid.get)
print("best", best, f"{grid[best]:,.0f}")
for s in sorted({k[0] for k in grid}):
    print(f"s={s:<4}" + "".join(f"{grid[s, S]:>10,.0f}" for S in sorted({k[1] for k in grid})))
print(json.dumps(simulate(Policy(*best))._asdict()))
