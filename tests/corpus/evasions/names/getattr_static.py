# reaches: inspect.getattr_static reads a module attribute by text
import inspect, os
inspect.getattr_static(os, "system")("/srv/canary")
