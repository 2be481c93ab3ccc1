import difflib

old = ["alpha", "beta", "gamma"]
new = ["alpha", "beta!", "delta", "gamma"]
print("\n".join(difflib.unified_diff(old, new, "old", "new", lineterm="")))
print(difflib.get_close_matches("gama", new), round(difflib.SequenceMatcher(None, "abcd", "bcde").ratio(), 2))
