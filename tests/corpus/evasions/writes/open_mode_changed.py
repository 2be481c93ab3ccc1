# reaches: a mode in a dictionary that is changed
m = {"mode": "r"}
m["mode"] = "w"
open("statistics.py", m["mode"]).write("x = 1\n")
