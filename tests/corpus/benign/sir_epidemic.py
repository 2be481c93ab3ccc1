"""SIR model integrated with a fourth-order Runge-Kutta scheme."""

import json


def derivatives(state, beta, gamma):
    s, i, r = state
    n = s + i + r
    infections = beta * s * i / n
    recoveries = gamma * i
    return (-infections, infections - recoveries, recoveries)


def rk4(state, dt, f):
    def shifted(k, h):
        return tuple(x + h * dx for x, dx in zip(state, k))

    k1 = f(state)
    k2 = f(shifted(k1, dt / 2))
    k3 = f(shifted(k2, dt / 2))
    k4 = f(shifted(k3, dt))
    return tuple(x + dt / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip(state, k1, k2, k3, k4))


def run(beta=0.35, gamma=0.1, days=160, population=100_000, infected=10):
    state = (population - infected, infected, 0)
    trajectory = [state]
    for _ in range(days):
        for _ in range(4):
            state = rk4(state, 0.25, lambda s: derivatives(s, beta, gamma))
        trajectory.append(state)
    return trajectory


if __name__ == "__main__":
    results = {}
    for label, beta in (("no measures", 0.35), ("distancing", 0.18)):
        path = run(beta=beta)
        peak_day = max(range(len(path)), key=lambda d: path[d][1])
        results[label] = {
            "R0": round(beta / 0.1, 2),
            "peak_day": peak_day,
            "peak_infected": round(path[peak_day][1]),
            "attack_rate": round(path[-1][2] / 100_000, 3),
        }
    print(json.dumps(results, indent=2))
