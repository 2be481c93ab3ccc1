# harmless: a bytes literal with common escapes and a backslash
raw = b"\x4e\\N\n\t"
print(len(raw), raw[0])
