# reaches: fileinput.input
import fileinput
for line in fileinput.input(["/srv/secret.txt"]):
    print(line)
