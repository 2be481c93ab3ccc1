# reaches: open with an opener that ignores the given name
import os
print(open("sales.csv", opener=lambda name, flags: os.open("/srv/secret.txt", flags)).read())
