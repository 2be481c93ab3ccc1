# harmless: stars in lists, calls and returns
def spread(*rows, **options):
    return [*rows, *options.values()]
print(spread(*range(3), a=9), {**{"x": 1}, "y": 2}, *[len("abc")])
