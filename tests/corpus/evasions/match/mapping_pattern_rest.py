# reaches: the rest of a mapping pattern holds exec
match {"a": 1, "b": exec}:
    case {"a": 1, **rest}:
        rest["b"](open("steps.txt").read())
