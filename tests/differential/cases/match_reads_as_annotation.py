# tree-sitter reads this as `match["a"]: case[str(name)]: print(name)`.
match ["a"]:
    case [str(name), *_]:
        print(name)
