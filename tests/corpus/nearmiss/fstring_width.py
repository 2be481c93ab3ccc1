# harmless: f-strings with nested widths and a debug specifier
width, value = 8, 3.14159
print(f"{value:{width}.2f}|{value=:.1f}|{value!r:>10}")
