# harmless: match, case, type and _ as plain names
match = {"case": 1}
case = match["case"]
_, kind = divmod(7, 4)
print(case, kind, _)
