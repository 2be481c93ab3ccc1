import math

STATES = ("healthy", "fever")
START = {"healthy": 0.6, "fever": 0.4}
STEP = {"healthy": {"healthy": 0.7, "fever": 0.3}, "fever": {"healthy": 0.4, "fever": 0.6}}
EMIT = {"healthy": {"normal": 0.5, "cold": 0.4, "dizzy": 0.1}, "fever": {"normal": 0.1, "cold": 0.3, "dizzy": 0.6}}


def viterbi(observations):
    trellis = [{s: (math.log(START[s] * EMIT[s][observations[0]]), None) for s in STATES}]
    for obs in observations[1:]:
        column = {}
        for s in STATES:
            best = max(STATES, key=lambda p: trellis[-1][p][0] + math.log(STEP[p][s]))
            column[s] = (trellis[-1][best][0] + math.log(STEP[best][s] * EMIT[s][obs]), best)
        trellis.append(column)
    state = max(STATES, key=lambda s: trellis[-1][s][0])
    probability = math.exp(trellis[-1][state][0])
    path = [state]
    for column in reversed(trellis[1:]):
        state = column[state][1]
        path.append(state)
    return path[::-1], probability


def forward(observations):
    alpha = {s: START[s] * EMIT[s][observations[0]] for s in STATES}
    for obs in observations[1:]:
        alpha = {s: EMIT[s][obs] * sum(alpha[p] * STEP[p][s] for p in STATES) for s in STATES}
    return sum(alpha.values())


seen = ["normal", "cold", "dizzy", "dizzy", "normal"]
path, p = viterbi(seen)
for day, (o, s) in enumerate(zip(seen, path), 1):
    print(f"day {day}: {o:<7} -> {s}")
print(f"path probability {p:.6f} of {forward(seen):.6f}")
