# reaches: compile in 'single' mode
exec(compile(open("notes.txt").read(), "<cell>", "single"))
