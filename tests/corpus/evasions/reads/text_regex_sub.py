# reaches: a path by re.sub
import re
print(open(re.sub("sales.csv", "/srv/secret.txt", "sales.csv")).read())
