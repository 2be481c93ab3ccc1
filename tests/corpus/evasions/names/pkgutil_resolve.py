# reaches: pkgutil.resolve_name turns text into a function
import pkgutil
pkgutil.resolve_name("os:system")("/srv/canary")
