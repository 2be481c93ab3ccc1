"""Plasma concentration after repeated oral doses, one-compartment model."""
import math


def concentration(t, dose, interval, doses, ka=1.2, half_life=6.0, volume=40.0, f=0.9):
    ke = math.log(2) / half_life
    total = 0.0
    for n in range(doses):
        since = t - n * interval
        if since > 0:
            total += f * dose * ka / (volume * (ka - ke)) * (math.exp(-ke * since) - math.exp(-ka * since))
    return total


def profile(dose, interval, doses=8):
    times = [i * 0.25 for i in range(int(doses * interval / 0.25) + 1)]
    return [(t, concentration(t, dose, interval, doses)) for t in times]


LOW, HIGH = 5.0, 15.0
print(f"{'regimen':<16}{'peak':>8}{'trough':>8}{'in range':>10}")
for dose, interval in ((250, 6), (500, 8), (500, 12), (1000, 12)):
    points = profile(dose, interval)
    steady = [c for t, c in points if t >= interval * 5]
    inside = sum(LOW <= c <= HIGH for c in steady) / len(steady)
    print(f"{dose} mg / {interval:>2} h".ljust(16) + f"{max(steady):>8.2f}{min(steady):>8.2f}{inside:>10.0%}")
