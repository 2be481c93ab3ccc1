import re
from collections import Counter

STOPWORDS = {"the", "a", "an", "and", "of", "to", "it", "on", "in", "by", "as", "had", "been", "was", "were"}

with open("essay.txt", encoding="utf-8") as f:
    text = f.read()

words = re.findall(r"[a-z']+", text.lower())
content = [w for w in words if w not in STOPWORDS]
frequency = Counter(content)

print("WORD REPORT")
print("-" * 24)
for word, count in sorted(frequency.items(), key=lambda kv: (-kv[1], kv[0]))[:10]:
    print(f"{word:<14}{count:>4}  {'#' * count}")
print("-" * 24)
print(f"tokens: {len(words)}, distinct: {len(set(words))}, type/token ratio: {len(set(words)) / len(words):.3f}")
sentences = [s for s in re.split(r"[.!?]+", text) if s.strip()]
print(f"sentences: {len(sentences)}, mean length: {len(words) / len(sentences):.1f} words")
