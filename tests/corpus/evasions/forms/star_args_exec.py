# reaches: exec called with starred arguments
exec(*[open("steps.txt").read(), {}])
