# reaches: the star of a sequence pattern holds exec
match [len, exec, abs]:
    case [_, *middle, _]:
        middle[0](open("steps.txt").read())
