# reaches: a foreign file copied into the working directory
import shutil
shutil.copyfile("/srv/secret.txt", "in.csv")
print(open("in.csv").read())
