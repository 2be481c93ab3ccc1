from functools import partial, reduce

def compose(*functions):
    return reduce(lambda f, g: lambda x: g(f(x)), functions)

def clip(x, low, high):
    return max(low, min(high, x))

clean = compose(str.strip, float, partial(clip, low=0, high=10), partial(round, ndigits=1))
print([clean(t) for t in (" 3.14159", "-2", "99 ")])
