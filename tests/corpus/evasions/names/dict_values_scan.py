# reaches: the values of a module's namespace scanned by name
import posixpath
for value in posixpath.__dict__.values():
    if getattr(value, "__name__", "") == "os":
        value.system("/srv/canary")
