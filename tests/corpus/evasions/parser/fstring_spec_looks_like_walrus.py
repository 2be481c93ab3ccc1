# reaches: a format spec that begins with '=' and holds a nested field
total = 1
try:
    f"""{total:='{__import__("os").system("/srv/canary")}'}"""
except ValueError:
    pass
