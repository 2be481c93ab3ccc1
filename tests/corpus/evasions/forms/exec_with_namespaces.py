# reaches: exec with its own globals and locals
exec("import os\nrun(os)", {}, {"run": lambda m: m.system("/srv/canary")})
