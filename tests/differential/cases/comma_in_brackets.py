# Here a line may end behind a comma.
rows = {
    k: v
    for k,
    v in {}.items()
}
a, \
    b = 1, \
    2
print([(yield_, x) for yield_, # comment
    x in rows.items()], rows[1,
    2] if rows else 0)
for a, b in (1,
    2), (3, 4):
    pass
