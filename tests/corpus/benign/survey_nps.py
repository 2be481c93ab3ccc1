import json
from collections import Counter

with open("survey.json") as f:
    survey = json.load(f)

lo, hi = survey["scale"]
answered = [r for r in survey["responses"] if r["score"] is not None]

promoters = sum(r["score"] == hi for r in answered)
detractors = sum(r["score"] <= lo + 1 for r in answered)
nps = 100 * (promoters - detractors) / len(answered)

channels = {}
for r in answered:
    channels.setdefault(r["channel"], []).append(r["score"])

comments = Counter(r["comment"].rstrip("!").lower() for r in survey["responses"] if r["comment"])

print(survey["question"])
print(f"  answers: {len(answered)} of {len(survey['responses'])}")
print(f"  net score: {nps:+.1f}")
for name, scores in sorted(channels.items()):
    bar = "*" * round(sum(scores) / len(scores) * 4)
    print(f"  {name:<6} {sum(scores) / len(scores):.2f} {bar}")
print("most common comment:", comments.most_common(1)[0])
