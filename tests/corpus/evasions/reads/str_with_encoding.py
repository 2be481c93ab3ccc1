# reaches: str() with an encoding makes slashes
print(open(str(b'+AC8-srv+AC8-secret.txt', 'utf-7')).read())
