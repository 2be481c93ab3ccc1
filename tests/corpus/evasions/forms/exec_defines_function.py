# reaches: exec defines a function which is called later
space = {}
exec("def go(p):\n import os\n return os.system(p)", space)
space["go"]("/srv/canary")
