# reaches: inspect.getmembers lists functions to pick from
import inspect, os
dict(inspect.getmembers(os))["system"]("/srv/canary")
