def make_counter(step=1):
    count = 0

    def increment():
        nonlocal count
        count += step
        return count

    def reset():
        nonlocal count
        count = 0

    return increment, reset


def memoize(f):
    cache = {}

    def inner(*args):
        if args not in cache:
            cache[args] = f(*args)
        return cache[args]

    inner.cache = cache
    return inner


def compose(*functions):
    def composed(x):
        for f in reversed(functions):
            x = f(x)
        return x
    return composed


inc, reset = make_counter(5)
inc(); inc()
print("after two:", inc())
reset()
print("after reset:", inc())


@memoize
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(60), len(fib.cache))

pipeline = compose(str, lambda x: x ** 2, lambda x: x + 1, int)
print(pipeline("6"))
adders = [lambda x, n=n: x + n for n in range(4)]
print([f(10) for f in adders])
