# reaches: DataFrame.query calls a method of an object reached by @
import pandas as pd
frame = pd.DataFrame({"a": [1]})
try:
    frame.query("@pd.io.common.os.popen('/srv/canary').read() == a", engine="python")
except Exception as problem:
    print(type(problem))
