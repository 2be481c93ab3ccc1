# reaches: a foreign file packed into a zip archive
import zipfile
with zipfile.ZipFile("all.zip", "w") as z:
    z.write("/srv/secret.txt", "a")
print(zipfile.ZipFile("all.zip").read("a"))
