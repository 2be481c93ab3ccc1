# harmless: type of a value is compared and named
values = [1, "a", 2.5, None]
print([type(v).__name__ for v in values], type(values[0]) is int)
