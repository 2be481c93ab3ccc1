# reaches: setdefault returns exec
{}.setdefault("step", exec)(open("steps.txt").read())
