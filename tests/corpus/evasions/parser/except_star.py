# reaches: an except* clause binds a group that carries eval
try:
    raise ExceptionGroup("g", [ValueError(eval)])
except* ValueError as group:
    group.exceptions[0].args[0](open("notes.txt").read())
