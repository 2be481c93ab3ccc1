# reaches: an encoding given by keyword makes slashes
print(open(b'+AC8-srv+AC8-secret.txt'.decode(encoding='utf-7')).read())
