# harmless: words that reviewers look for are counted in lines of text
LINES = ["x = eval(text)", "m = __import__(name)", "exec(code)", "total = sum(values)"]
counts = {"eval": 0, "exec": 0, "__import__": 0}
for line in LINES:
    for word in counts:
        counts[word] += line.count(word + "(")
print(counts, "{}:{}".format("__import__", counts.get("__import__")))
