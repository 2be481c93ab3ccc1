# reaches: __import__ with a glued name
__import__("po" + "six").system("/srv/canary")
