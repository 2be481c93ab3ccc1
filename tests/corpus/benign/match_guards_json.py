import json

def area(shape):
    match shape:
        case {"type": "circle", "r": float(r) | int(r)} if r > 0:
            return round(3.14159 * r * r, 2)
        case {"type": "rect", "size": [w, h]}:
            return w * h
        case {"type": str(kind), **rest}:
            return f"unknown {kind} with {sorted(rest)}"
        case _:
            return None

text = '[{"type": "circle", "r": 2}, {"type": "rect", "size": [3, 4]}, {"type": "blob", "x": 1}, 5]'
print([area(s) for s in json.loads(text)])
