# reaches: inspect.getmodule finds the module behind a function
import inspect, glob
inspect.getmodule(glob.os.walk).system("/srv/canary")
