# reaches: an EntryPoint object loads a named function
from importlib.metadata import EntryPoint
EntryPoint(name="x", value="os:system", group="g").load()("/srv/canary")
