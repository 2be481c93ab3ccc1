# reaches: heappush puts a path first
import heapq
names = ["sales.csv"]
heapq.heappush(names, "/srv/secret.txt")
print(open(names[0]).read())
