import difflib, textwrap
a = "the quick brown fox\njumps over\nthe lazy dog".splitlines()
b = "the quick red fox\njumps over\nthe sleepy dog".splitlines()
print("\n".join(difflib.unified_diff(a, b, "old", "new", lineterm="")))
sm = difflib.SequenceMatcher(None, "abcd", "bcde")
print(round(sm.ratio(), 3), [op for op in sm.get_opcodes() if op[0] != "equal"], difflib.get_close_matches("appel", ["ape", "apple", "peach"]))
print(textwrap.fill("Lorem ipsum dolor sit amet, consectetur", width=20, initial_indent="* ", subsequent_indent="  "))
print(textwrap.shorten("Hello wonderful world", width=15, placeholder="..."), textwrap.dedent("  a\n   b"), textwrap.indent("x\ny", "> "))
for line in difflib.ndiff(a[:1], b[:1]):
    print(line.rstrip())
