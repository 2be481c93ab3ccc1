# reaches: a link in the working directory leads outside
import os
os.symlink("/srv/secret.txt", "january.csv")
print(open("january.csv").read())
