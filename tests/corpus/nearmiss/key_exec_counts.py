# harmless: a counter of words such as exec and eval
from collections import Counter
words = "exec eval exec open exec eval".split()
print(Counter(words).most_common())
