# tree-sitter hangs the star of `*a.b()` on `a.b`; it spreads the call.
def spread(a, f, x):
    print(*a.b(), *f(x), *a[0], *a.c, *(a or f), *a or f, *a if x else f, *a + x, **a.b(), k=1)
    return [*a.values(), *f(x)], {*a.b()}, {**a.b(), "k": 1}, (*a.b(), 1)


first, second = *{}.values(), 1, 2
"".join([*"ab".upper()])
