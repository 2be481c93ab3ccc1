import math

# Damped harmonic oscillator with conventional symbols
m, c, k = 2.0, 0.6, 18.0
ω0 = math.sqrt(k / m)
ζ = c / (2 * math.sqrt(k * m))
ωd = ω0 * math.sqrt(1 - ζ**2)
τ = 2 * m / c
Q = 1 / (2 * ζ)


def x(t, x0=0.1):
    φ = math.atan(ζ / math.sqrt(1 - ζ**2))
    return x0 / math.cos(φ) * math.exp(-t / τ) * math.cos(ωd * t - φ)


print(f"ω₀ = {ω0:.4f} rad/s, ζ = {ζ:.4f}, ωd = {ωd:.4f} rad/s, τ = {τ:.3f} s, Q = {Q:.2f}")
for t in (0, 0.5, 1.0, 2.0, 5.0):
    print(f"x({t:3.1f} s) = {x(t) * 100:+7.3f} cm")

δ = 2 * math.pi * ζ / math.sqrt(1 - ζ**2)
Δ = x(0) / x(2 * math.pi / ωd)
print(f"logarithmic decrement δ = {δ:.4f}, ln Δ = {math.log(Δ):.4f}")
