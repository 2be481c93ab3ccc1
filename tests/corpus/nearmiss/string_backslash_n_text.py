# harmless: Windows-like paths with backslash N, u and U in raw strings
path = r"C:\Notes\users\Upload"
print(path.split("\\"))
