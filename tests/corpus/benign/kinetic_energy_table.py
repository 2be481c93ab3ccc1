print("speed  energy of a 1200 kg car, and the height of a fall that equals it")
g = 9.81
for kmh in range(20, 161, 20):
    v = kmh / 3.6
    energy = 0.5 * 1200 * v ** 2
    height = v ** 2 / (2 * g)
    print(f"{kmh:>3} km/h {energy / 1000:>8.1f} kJ {height:>7.2f} m {'|' * int(height)}")
stop = [(kmh, kmh / 3.6 * 1.0 + (kmh / 3.6) ** 2 / (2 * 7.5)) for kmh in (30, 50, 80, 100, 130)]
for kmh, distance in stop:
    print("stopping from %d km/h needs %.1f m" % (kmh, distance))
