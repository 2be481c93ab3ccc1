# reaches: compile with a Roman numeral for c
exec(ⅽompile(open("steps.txt").read(), "x", "exec"))
