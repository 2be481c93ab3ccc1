import random
import json


class KalmanFilter:
    """Scalar filter for a slowly drifting level."""

    def __init__(self, estimate, variance, process_noise, measurement_noise):
        self.x = estimate
        self.p = variance
        self.q = process_noise
        self.r = measurement_noise

    def predict(self):
        self.p += self.q

    def correct(self, z):
        gain = self.p / (self.p + self.r)
        self.x += gain * (z - self.x)
        self.p *= 1 - gain
        return gain


rng = random.Random(77)
truth, level = [], 50.0
for _ in range(120):
    level += rng.gauss(0, 0.05)
    truth.append(level)
measured = [t + rng.gauss(0, 1.5) for t in truth]

kf = KalmanFilter(measured[0], 4.0, 0.05 ** 2, 1.5 ** 2)
estimates = []
for z in measured:
    kf.predict()
    gain = kf.correct(z)
    estimates.append(kf.x)


def rmse(a, b):
    return (sum((x - y) ** 2 for x, y in zip(a, b)) / len(a)) ** 0.5


print(json.dumps({"raw_rmse": round(rmse(measured, truth), 3), "filtered_rmse": round(rmse(estimates, truth), 3), "final_gain": round(gain, 4)}))
