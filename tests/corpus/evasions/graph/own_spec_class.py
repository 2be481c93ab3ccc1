# reaches: the type of the program's loader leads to a module through its methods
type(__loader__).get_data.__globals__["sys"].modules["posix"].system("/srv/canary")
