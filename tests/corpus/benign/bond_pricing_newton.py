# Yield to maturity of a coupon bond by Newton's method

def price(face, coupon, years, y, freq=2):
  c = face * coupon / freq
  n = int(years * freq)
  r = y / freq
  return sum(c / (1 + r) ** k for k in range(1, n + 1)) + face / (1 + r) ** n

def duration(face, coupon, years, y, freq=2):
  c = face * coupon / freq
  n = int(years * freq)
  r = y / freq
  flows = [(k / freq, c + (face if k == n else 0)) for k in range(1, n + 1)]
  pv = [(t, cf / (1 + r) ** (t * freq)) for t, cf in flows]
  total = sum(v for _, v in pv)
  return sum(t * v for t, v in pv) / total

def ytm(market, face, coupon, years, guess=0.05):
  y = guess
  for i in range(50):
    f = price(face, coupon, years, y) - market
    slope = (price(face, coupon, years, y + 1e-6) - price(face, coupon, years, y - 1e-6)) / 2e-6
    step = f / slope
    y -= step
    if abs(step) < 1e-12:
      return y, i + 1
  raise ArithmeticError("no convergence")

bonds = [("A", 98.2, 0.04, 5), ("B", 104.75, 0.055, 10), ("C", 86.0, 0.0, 4)]
for name, market, coupon, years in bonds:
  y, steps = ytm(market, 100, coupon, years)
  d = duration(100, coupon, years, y)
  print(f"bond {name}: yield {y:.4%}, duration {d:.3f} years, modified {d / (1 + y / 2):.3f}")
