# reaches: memory traces name library files
import tracemalloc
tracemalloc.start()
rows = [str(i) for i in range(9)]
print(tracemalloc.take_snapshot().statistics("filename")[:1])
