# harmless: addresses are grouped by host as text only
from collections import Counter
urls = ["http://example.org/a", "https://example.com/b", "http://example.org/c"]
print(Counter(u.split("/")[2] for u in urls))
