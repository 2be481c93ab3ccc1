import difflib

OLD = """\
Mix flour and water.
Knead for ten minutes.
Let it rest for an hour.
Bake at 220 degrees.
""".splitlines(keepends=True)

NEW = """\
Mix flour, salt and water.
Knead for ten minutes.
Let it rest overnight.
Shape the loaf.
Bake at 220 degrees.
""".splitlines(keepends=True)

print("".join(difflib.unified_diff(OLD, NEW, "recipe v1", "recipe v2")), end="")
ratio = difflib.SequenceMatcher(None, "".join(OLD), "".join(NEW)).ratio()
print(f"similarity {ratio:.3f}")
print(difflib.get_close_matches("kneed", ["knead", "need", "rest", "bake"], n=2, cutoff=0.6))
