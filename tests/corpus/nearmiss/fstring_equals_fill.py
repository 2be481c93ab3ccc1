# harmless: an f-string whose format spec fills with an equals sign
total = 42
print(f"{total:=+8d}", f"{'x':=^5}")
