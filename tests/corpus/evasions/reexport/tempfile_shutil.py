# reaches: tempfile carries shutil, which copies a file in
import tempfile
tempfile._shutil.copy("/srv/secret.txt", "copy.txt")
print(open("copy.txt").read())
