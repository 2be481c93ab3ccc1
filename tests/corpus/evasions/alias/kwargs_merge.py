# reaches: eval passes through a merged ** mapping
def run(**options):
    return options["how"](open("notes.txt").read())
run(**{"level": 1} | {"how": eval})
