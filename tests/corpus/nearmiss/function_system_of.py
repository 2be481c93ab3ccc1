# harmless: functions named system_of, run_query and open_orders
def system_of(a, b):
    return [a, b]
def open_orders(orders):
    return [o for o in orders if o["open"]]
def run_query(rows, key):
    return [r[key] for r in rows]
print(system_of(1, 2), run_query(open_orders([{"open": 1, "n": 5}, {"open": 0, "n": 6}]), "n"))
