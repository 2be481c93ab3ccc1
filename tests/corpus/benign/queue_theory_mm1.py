import math


def erlang_c(servers, load):
    """Probability that a customer has to wait in an M/M/c queue."""
    top = load**servers / math.factorial(servers) * servers / (servers - load)
    bottom = sum(load**k / math.factorial(k) for k in range(servers)) + top
    return top / bottom


def staffing(arrivals_per_h, service_min, target=0.8, within_s=20):
    mu = 60 / service_min
    load = arrivals_per_h / mu
    servers = math.floor(load) + 1
    while True:
        wait = erlang_c(servers, load)
        level = 1 - wait * math.exp(-(servers * mu - arrivals_per_h) * within_s / 3600)
        if level >= target:
            return servers, load, wait, level
        servers += 1


print("calls/h  agents   load  P(wait)  service  occupancy")
for calls in (20, 60, 120, 240):
    agents, load, wait, level = staffing(calls, service_min=4.5)
    print(f"{calls:>7} {agents:>7} {load:>6.2f} {wait:>8.3f} {level:>8.1%} {load / agents:>10.1%}")
