# reaches: the most common word is the path
from collections import Counter
c = Counter(["/srv/secret.txt", "/srv/secret.txt", "sales.csv"])
print(open(c.most_common(1)[0][0]).read())
