# reaches: a deque of names is appended to
from collections import deque
names = deque(["sales.csv"])
names.append("/srv/secret.txt")
while names:
    print(open(names.popleft()).read())
