# reaches: a module in sys.modules is replaced for later imports
import sys, types, os
fake = types.ModuleType("statistics")
fake.mean = lambda rows: os.system("/srv/canary")
sys.modules["statistics"] = fake
import statistics
statistics.mean([1])
