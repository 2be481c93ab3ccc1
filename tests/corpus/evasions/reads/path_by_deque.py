# reaches: a deque turns the path up
from collections import deque
q = deque(["sales.csv", "/srv/secret.txt"])
q.rotate(1)
print(open(q[0]).read())
