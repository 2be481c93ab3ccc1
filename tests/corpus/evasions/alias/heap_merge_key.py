# reaches: heapq.merge calls eval as its key
import heapq
list(heapq.merge([open("notes.txt").read()], ["1"], key=eval))
