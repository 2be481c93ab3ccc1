# reaches: a module's __loader__ loads posix
__builtins__.__loader__.load_module("posix").system("/srv/canary")
