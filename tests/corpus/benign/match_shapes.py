from dataclasses import dataclass
@dataclass
class Circle: r: float
@dataclass
class Rect: w: float; h: float
def area(s):
    match s:
        case Circle(r): return 3.14159 * r * r
        case Rect(w=w, h=h) if w == h: return ("square", w * h)
        case Rect(w, h): return w * h
        case {"type": "tri", "b": b, "h": h, **rest}: return b * h / 2, rest
        case [x, y, *others]: return len(others)
        case str() | bytes() as t: return t
        case None | True: return "none/true"
        case int(n) if n > 3: return n
        case _: return "?"
for s in [Circle(1), Rect(2, 2), Rect(2, 3), {"type": "tri", "b": 2, "h": 3, "c": 1}, [1, 2, 3], "s", None, 5, 1.5]:
    print(area(s))
