# reaches: help shows a module's documentation and path
help("antigravity.fly")
