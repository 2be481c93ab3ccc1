# reaches: io.FileIO
from io import FileIO
print(FileIO("/srv/secret.txt").read())
