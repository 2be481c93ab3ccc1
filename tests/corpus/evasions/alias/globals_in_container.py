# reaches: globals called out of a dict
tools = {"g": globals}
tools["g"]()["__builtins__"].eval(open("notes.txt").read())
