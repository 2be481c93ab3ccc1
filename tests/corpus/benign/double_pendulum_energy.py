import numpy as np

G = 9.81


def f(y, m=(1.0, 1.0), l=(1.0, 1.0)):
    t1, t2, w1, w2 = y
    (m1, m2), (l1, l2) = m, l
    d = t1 - t2
    den = 2 * m1 + m2 - m2 * np.cos(2 * d)
    a1 = (-G * (2 * m1 + m2) * np.sin(t1) - m2 * G * np.sin(t1 - 2 * t2)
          - 2 * np.sin(d) * m2 * (w2**2 * l2 + w1**2 * l1 * np.cos(d))) / (l1 * den)
    a2 = (2 * np.sin(d) * (w1**2 * l1 * (m1 + m2) + G * (m1 + m2) * np.cos(t1)
          + w2**2 * l2 * m2 * np.cos(d))) / (l2 * den)
    return np.array([w1, w2, a1, a2])


def energy(y):
    t1, t2, w1, w2 = y
    kinetic = 0.5 * w1**2 + 0.5 * (w1**2 + w2**2 + 2 * w1 * w2 * np.cos(t1 - t2))
    return kinetic - 2 * G * np.cos(t1) - G * np.cos(t2)


y = np.array([np.pi / 3, np.pi / 4, 0.0, 0.0])
e0, dt, drift = energy(y), 0.002, 0.0
for _ in range(2500):
    k1 = f(y)
    k2 = f(y + dt / 2 * k1)
    k3 = f(y + dt / 2 * k2)
    k4 = f(y + dt * k3)
    y = y + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    drift = max(drift, abs(energy(y) - e0))

print(f"initial energy {e0:.3f} J")
print("energy drift below 1e-5:", bool(drift < 1e-5))
print("angles stay finite:", bool(np.isfinite(y).all()))
