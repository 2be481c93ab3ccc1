# reaches: a pattern over pandas' module chain
import pandas as pd
match pd:
    case object(io=object(common=object(os=o))):
        o.system("/srv/canary")
