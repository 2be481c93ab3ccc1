"""Simulate a PID loop that holds a tank temperature."""
from dataclasses import dataclass


@dataclass
class PID:
    kp: float
    ki: float
    kd: float
    setpoint: float
    integral: float = 0.0
    last_error: float = 0.0

    def update(self, measured: float, dt: float) -> float:
        error = self.setpoint - measured
        self.integral += error * dt
        derivative = (error - self.last_error) / dt
        self.last_error = error
        output = self.kp * error + self.ki * self.integral + self.kd * derivative
        return max(0.0, min(100.0, output))


@dataclass
class Tank:
    temperature: float = 20.0
    ambient: float = 20.0

    def step(self, heater_pct: float, dt: float) -> None:
        heating = 0.08 * heater_pct
        loss = 0.05 * (self.temperature - self.ambient)
        self.temperature += (heating - loss) * dt


def simulate(steps: int = 240, dt: float = 1.0):
    tank, pid = Tank(), PID(kp=4.0, ki=0.08, kd=2.0, setpoint=65.0)
    history = []
    for _ in range(steps):
        power = pid.update(tank.temperature, dt)
        tank.step(power, dt)
        history.append((tank.temperature, power))
    return history


history = simulate()
peak = max(t for t, _ in history)
settled = next((i for i, (t, _) in enumerate(history) if abs(t - 65) < 0.5), None)
print(f"{'step':>5} {'temp':>8} {'power':>7}")
for i in range(0, 240, 30):
    t, p = history[i]
    print(f"{i:>5} {t:>8.2f} {p:>7.1f}")
print(f"peak {peak:.2f}, first within 0.5 degrees at step {settled}")
