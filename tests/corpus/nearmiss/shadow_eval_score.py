# harmless: the variable eval holds a score
scores = {"a": 3, "b": 5}
eval = sum(scores.values()) / len(scores)
print("mean evaluation", eval)
