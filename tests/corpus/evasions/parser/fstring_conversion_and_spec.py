# reaches: a field with a conversion and a nested spec
f"{'a'!r:{eval(open('notes.txt').read()) or 9}}"
